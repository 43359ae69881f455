import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The stored bytes of an account, and its uploads of the current day. */
@Entity({ schema: 'files', name: 'usage' })
@Check('usage_bytes_check', 'bytes >= 0')
@Check('usage_app_bytes_check', 'app_bytes >= 0')
export class Usage {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'bigint', default: 0 }) bytes!: string;
  /** The bytes of apps: stored and reserved. */
  @Column({ type: 'bigint', default: 0 }) app_bytes!: string;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'integer', default: 0 }) uploads!: number;
}
