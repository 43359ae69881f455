import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';
import {
  ASSET_STATUSES,
  type ImageType,
  IMAGE_TYPES,
  type Orientation,
  ORIENTATIONS,
  PAGES,
  type PageSize,
  TEMPLATE_STATUSES,
  type TemplateImages,
} from '../templates/choices.js';
import type { StoredLayout } from '../templates/layout.inputs.js';
import type { CustomField } from '../templates/template.inputs.js';

/** The owner has no foreign key: certificates outlive the account of their issuer. */
@Entity({ schema: 'ext_certificates', name: 'templates' })
@Check('templates_status_check', `status IN ('active', 'archived')`)
@Index('templates_of_owner', ['owner_id', 'status', 'created_at', 'id'])
export class Template {
  @Id() id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Choice(TEMPLATE_STATUSES, { default: 'active' }) status!: (typeof TEMPLATE_STATUSES)[number];
  @Column({ type: 'int', default: 1 }) version!: number;
  @Column({ type: 'uuid', nullable: true }) current_version_id!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const TEMPLATE = { entity: Template, by: 'template_id' };

/** What certificates are printed from. A version never changes. */
@Entity({ schema: 'ext_certificates', name: 'template_versions' })
@Check('template_versions_page_check', `page IN ('a4', 'letter')`)
@Check('template_versions_orientation_check', `orientation IN ('landscape', 'portrait')`)
@Unique('template_versions_template_id_version_key', ['template_id', 'version'])
@Index('template_versions_of_owner', ['owner_id', 'id'])
export class TemplateVersion {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Template, { onDelete: 'CASCADE' }) template_id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'int' }) version!: number;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text', nullable: true }) criteria!: string | null;
  @Column({ type: 'text' }) issuer_name!: string;
  @Column({ type: 'text', nullable: true }) issuer_url!: string | null;
  @Choice(PAGES) page!: PageSize;
  @Choice(ORIENTATIONS) orientation!: Orientation;
  @Column({ type: 'jsonb' }) layout!: StoredLayout;
  @Column({ type: 'jsonb', default: [] }) custom_fields!: CustomField[];
  @Column({ type: 'int', nullable: true }) validity_days!: number | null;
  @Column({ type: 'jsonb', default: {} }) images!: TemplateImages;
  @CreatedAt() created_at!: Date;
}

/** An image of a template: first the promised upload, then the file that was encoded anew. */
@Entity({ schema: 'ext_certificates', name: 'assets' })
@Check('assets_content_type_check', `content_type IN ('image/png', 'image/jpeg')`)
@Check('assets_status_check', `status IN ('awaiting', 'ready', 'rejected')`)
@Unique('assets_storage_key_key', ['storage_key'])
@Index('assets_of_owner', ['owner_id', 'id'])
@Index('assets_awaiting', ['created_at'], { where: `status = 'awaiting'` })
export class Asset {
  @Id() id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  /** The id of the file in the file store. */
  @Column({ type: 'text' }) storage_key!: string;
  @Choice(IMAGE_TYPES) content_type!: ImageType;
  @Whole() size_bytes!: number;
  /** Of the bytes that are printed. */
  @Column({ type: 'text', nullable: true }) sha256!: string | null;
  @Choice(ASSET_STATUSES) status!: (typeof ASSET_STATUSES)[number];
  /** Until when the address takes the bytes. */
  @Moment({ nullable: true }) expires_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
