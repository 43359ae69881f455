import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** What an account has stored, and how often it has uploaded today. */
@Entity({ schema: 'files', name: 'usage' })
@Check('usage_bytes_check', 'bytes >= 0')
@Check('usage_app_bytes_check', 'app_bytes >= 0')
export class Usage {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'bigint', default: 0 }) bytes!: string;
  /** Of apps: what is there, and what was promised. */
  @Column({ type: 'bigint', default: 0 }) app_bytes!: string;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'integer', default: 0 }) uploads!: number;
}
