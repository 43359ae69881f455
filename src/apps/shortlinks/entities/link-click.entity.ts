import { Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';

/** Only ever added to; what points to nothing is forgotten by a job. */
@Entity({ schema: 'ext_shortlinks', name: 'clicks' })
@Index('clicks_of_link', ['link_id', 'created_at'])
export class LinkClick {
  @Id() id!: string;
  @Column({ type: 'uuid' }) link_id!: string;
  @Column({ type: 'bytea' }) visitor_hash!: Buffer;
  @Column({ type: 'char', length: 2, nullable: true }) country!: string | null;
  @Column({ type: 'text', nullable: true }) device!: string | null;
  @Column({ type: 'text', nullable: true }) os!: string | null;
  @Column({ type: 'text', nullable: true }) browser!: string | null;
  @Column({ type: 'text', nullable: true }) referrer_host!: string | null;
  /** The rule that chose the destination; null: none. */
  @Column({ type: 'smallint', nullable: true }) rule_index!: number | null;
  @CreatedAt() created_at!: Date;
}
