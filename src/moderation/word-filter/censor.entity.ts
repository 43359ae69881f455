import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id } from '../../platform/database/columns.js';

@Entity({ schema: 'moderation', name: 'censors' })
@Index('censors_newest', ['created_at', 'id'])
export class Censor {
  @Id() id!: string;
  /** A regular expression in RE2 syntax; it ignores case. */
  @Column({ type: 'text' }) pattern!: string;
  /** Literal text without references to groups. */
  @Column({ type: 'text', default: '' }) replacement!: string;
  @CreatedAt() created_at!: Date;
}

/** A single row; a trigger increments the version with each change of the censors. */
@Entity({ schema: 'moderation', name: 'censors_version' })
@Check('censors_version_id_check', 'id')
export class CensorsVersion {
  @PrimaryColumn({ type: 'boolean', default: true }) id!: boolean;
  @Column({ type: 'bigint', default: 0 }) version!: string;
}
