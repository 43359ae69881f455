import { Column, Entity } from 'typeorm';
import { Id } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'badges' })
export class Badge {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', default: '' }) description!: string;
  /** A path where it is artwork of ours. */
  @Column({ type: 'text', default: '/v1/community/artwork/badge.svg' }) icon_url!: string;
  @Column({ type: 'timestamp with time zone', default: () => 'clock_timestamp()' }) created_at!: Date;
}
