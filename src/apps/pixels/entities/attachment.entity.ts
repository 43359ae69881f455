import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import type { PixelTarget } from '../../contracts/pixels.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Pixel } from './pixel.entity.js';

export const TARGET_APPS = ['shortlinks', 'biolinks', 'blog'] as const satisfies PixelTarget[];
export const EVENTS = ['PageView', 'ViewContent', 'Lead', 'Contact'] as const;

/** A pixel on a link, a page or a blog of the same owner. */
@Entity({ schema: 'ext_pixels', name: 'attachments' })
@Unique('attachments_pixel_id_target_app_target_id_key', ['pixel_id', 'target_app', 'target_id'])
@Index('attachments_of_target', ['target_app', 'target_id'])
@Check('attachments_target_app_check', `target_app IN ('shortlinks', 'biolinks', 'blog')`)
export class Attachment {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Pixel, { onDelete: 'CASCADE' }) pixel_id!: string;
  /** The owner of the pixel, who is the owner of the target too. */
  @Column({ type: 'uuid' }) owner_id!: string;
  @Choice(TARGET_APPS) target_app!: PixelTarget;
  @Column({ type: 'uuid' }) target_id!: string;
  /** What the network is told. */
  @Column({ type: 'text', default: 'PageView' }) event!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
