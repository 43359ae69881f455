import type { ThemeOptions } from '@community-platform/pages';
import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

export const THEMES = ['plain', 'dark', 'paper', 'gradient', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

@Entity({ schema: 'ext_biolinks', name: 'pages' })
@Check('pages_theme_check', `theme IN ('plain', 'dark', 'paper', 'gradient', 'contrast')`)
@Index('pages_handle', ['handle'], { unique: true })
@Index('pages_of_owner', ['owner_id', 'created_at', 'id'])
export class BioPage {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) handle!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) bio!: string | null;
  @Column({ type: 'text', nullable: true }) avatar_url!: string | null;
  @Choice(THEMES, { default: 'plain' }) theme!: Theme;
  @Column({ type: 'jsonb', default: {} }) theme_options!: ThemeOptions;
  @Column({ type: 'text', nullable: true }) seo_title!: string | null;
  @Column({ type: 'text', nullable: true }) seo_description!: string | null;
  @Column({ type: 'boolean', default: false }) noindex!: boolean;
  @Column({ type: 'boolean', default: false }) is_sensitive!: boolean;
  @Column({ type: 'boolean', default: false }) is_published!: boolean;
  @Moment({ nullable: true }) published_at!: Date | null;
  /** Of the app `analytics`. */
  @Column({ type: 'uuid', nullable: true }) analytics_site_id!: string | null;
  /** Figures begin here; null: with the first event. */
  @Moment({ nullable: true }) counted_from!: Date | null;
  @Moment({ nullable: true }) blocked_at!: Date | null;
  @Column({ type: 'text', nullable: true }) blocked_reason!: string | null;
  /** Grows with each change of the page and of its blocks. */
  @Column({ type: 'int', default: 1 }) version!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** What every action on a page declares as its target. */
export const PAGE = { entity: BioPage, by: 'page_id', thing: 'Page' };

/** A handle that a page had before. For 90 days only its owner can take it again. */
@Entity({ schema: 'ext_biolinks', name: 'page_handles' })
@Index('page_handles_handle', ['handle'], { unique: true })
@Index('page_handles_of_owner', ['owner_id'])
@Index('page_handles_of_page', ['page_id'])
@Index('page_handles_released', ['released_at'])
export class PageHandle {
  @Id() id!: string;
  /** Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  owner_id!: string | null;
  @Column({ type: 'text' }) handle!: string;
  /** Null: the page is deleted. */
  @Column({ type: 'uuid', nullable: true }) page_id!: string | null;
  @Moment({ default: () => 'now()' }) released_at!: Date;
  @CreatedAt() created_at!: Date;
}
