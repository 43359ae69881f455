import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Id, Moment } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'badges' })
export class Badge {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', default: '' }) description!: string;
  /** A path when the icon is artwork of the service, otherwise an address. */
  @Column({ type: 'text', default: '/v1/community/artwork/badge.svg' }) icon_url!: string;
  @Column({ type: 'timestamp with time zone', default: () => 'clock_timestamp()' }) created_at!: Date;
}

@Entity({ schema: 'community', name: 'user_badges' })
export class UserBadge {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Badge', { onDelete: 'CASCADE' })
  @Index()
  badge_id!: string;
  @Moment({ default: () => 'now()' }) earned_at!: Date;
}
