import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Block } from './block.entity.js';
import { BioPage } from './page.entity.js';

@Entity({ schema: 'ext_biolinks', name: 'contacts' })
@Index('contacts_email', ['block_id', 'email'], { unique: true })
@Index('contacts_of_owner', ['owner_id', 'created_at', 'id'])
@Index('contacts_of_page', ['page_id', 'created_at'])
export class Contact {
  @Id() id!: string;
  /** The owner of the page. */
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => BioPage, { onDelete: 'CASCADE' }) page_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Block, { onDelete: 'CASCADE' }) block_id!: string;
  /** In lower case. */
  @Column({ type: 'text' }) email!: string;
  @Column({ type: 'text', nullable: true }) name!: string | null;
  @Column({ type: 'text', nullable: true }) message!: string | null;
  /** The words that the visitor agreed to. */
  @Column({ type: 'text' }) consent_text!: string;
  @Moment({ default: () => 'now()' }) consented_at!: Date;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
