import { Check, Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id, Moment, Owner } from '../../platform/database/columns.js';

export type Purpose = 'verification' | 'recovery';

/** The single-use token of a link in a mail. Only its SHA-256 is stored. */
@Entity({ schema: 'account', name: 'mail_tokens' })
@Check('mail_tokens_purpose_check', `purpose IN ('verification', 'recovery')`)
export class MailToken {
  @Id() id!: string;
  @Owner() user_id!: string;
  /** The mail in the queue that carries the token; composing the mail again replaces the token. */
  @Column({ type: 'uuid' }) @Index('mail_tokens_request', { unique: true }) request_id!: string;
  @Column({ type: 'text' }) purpose!: Purpose;
  @Column({ type: 'bytea' }) @Index('mail_tokens_hash', { unique: true }) token_hash!: Buffer;
  @Moment() expires_at!: Date;
  @Moment({ nullable: true }) used_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
