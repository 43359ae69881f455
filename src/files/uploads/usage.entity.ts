import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** What an account has stored, and how often it has uploaded today. */
@Entity({ schema: 'files', name: 'usage' })
@Check('usage_bytes_check', 'bytes >= 0')
export class Usage {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'bigint', default: 0 }) bytes!: string;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'integer', default: 0 }) uploads!: number;
}
