import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import type { BlockData } from '../blocks/block-kinds.js';
import { type Kind, KINDS } from '../blocks/kinds.js';
import { BioPage } from './page.entity.js';

@Entity({ schema: 'ext_biolinks', name: 'blocks' })
@Check(
  'blocks_kind_check',
  `kind IN ('link', 'header', 'text', 'image', 'socials', 'embed', 'contact_form', 'divider')`,
)
@Index('blocks_of_page', ['page_id', 'position'], { where: 'removed_at IS NULL' })
@Index('blocks_all_of_page', ['page_id'])
export class Block {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => BioPage, { onDelete: 'CASCADE' }) page_id!: string;
  @Choice(KINDS) kind!: Kind;
  @Column({ type: 'int' }) position!: number;
  @Column({ type: 'text', nullable: true }) title!: string | null;
  @Column({ type: 'text', nullable: true }) url!: string | null;
  @Column({ type: 'jsonb', default: {} }) data!: BlockData;
  @Column({ type: 'boolean', default: true }) is_visible!: boolean;
  @Column({ type: 'boolean', default: false }) is_featured!: boolean;
  @Moment({ nullable: true }) starts_at!: Date | null;
  @Moment({ nullable: true }) ends_at!: Date | null;
  /** The block stays for the statistics, with its title. */
  @Moment({ nullable: true }) removed_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
