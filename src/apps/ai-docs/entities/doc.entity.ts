import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';

export const IMPORT_STATUSES = ['awaiting_upload', 'reading', 'ready', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
export const INDEX_STATUSES = ['pending', 'ready'] as const;
export const SOURCES = ['manual', 'run', 'import', 'restore'] as const;
export type Source = (typeof SOURCES)[number];

/** A Markdown document, which only its owner reads. */
@Entity({ schema: 'ext_ai_docs', name: 'docs' })
@Check('docs_index_status_check', `index_status IN ('pending', 'ready')`)
@Check('docs_import_status_check', `import_status IN ('awaiting_upload', 'reading', 'ready', 'failed')`)
// DESC and GIN: made by hand in the migration.
@Index('docs_of_owner', { synchronize: false })
@Index('docs_tags', { synchronize: false })
@Index('docs_titles', { synchronize: false })
@Index('docs_bin', ['deleted_at', 'id'], { where: 'deleted_at IS NOT NULL' })
export class Doc {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: '' }) body!: string;
  @Column({ type: 'int', default: 1 }) revision!: number;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  /** A text search configuration of PostgreSQL. */
  @Column({ type: 'text', default: 'english' }) language!: string;
  /** False: no text of it is sent to the provider. */
  @Column({ type: 'boolean', default: true }) ai_allowed!: boolean;
  @Column({ type: 'int', default: 0 }) word_count!: number;
  @Choice(INDEX_STATUSES, { default: 'pending' }) index_status!: (typeof INDEX_STATUSES)[number];
  @Choice(IMPORT_STATUSES, { nullable: true }) import_status!: ImportStatus | null;
  @Column({ type: 'text', nullable: true }) import_error!: string | null;
  /** The file that is awaited, and what was said of it. */
  @Column({ type: 'text', nullable: true }) import_key!: string | null;
  @Column({ type: 'text', nullable: true }) import_type!: string | null;
  @Whole({ nullable: true }) import_bytes!: number | null;
  @Moment({ nullable: true }) archived_at!: Date | null;
  @Moment({ nullable: true }) deleted_at!: Date | null;
  /** Written by a trigger. */
  @Column({ type: 'tsvector', nullable: true, select: false }) title_tsv!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The title and the body as they were. */
@Entity({ schema: 'ext_ai_docs', name: 'revisions' })
@Check('revisions_source_check', `source IN ('manual', 'run', 'import', 'restore')`)
@Index('revisions_of_doc', ['doc_id', 'revision'], { unique: true })
@Index('revisions_of_owner', ['owner_id'])
export class Revision {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Doc, { onDelete: 'CASCADE' }) doc_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'int' }) revision!: number;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) body!: string;
  @Choice(SOURCES) source!: Source;
  @Column({ type: 'uuid', nullable: true }) run_id!: string | null;
  @CreatedAt() created_at!: Date;
}

/** A passage that is searched, and its place in the body of the named revision. */
@Entity({ schema: 'ext_ai_docs', name: 'chunks' })
@Index('chunks_of_doc', ['doc_id', 'position'], { unique: true })
@Index('chunks_of_owner', ['owner_id'])
@Index('chunks_words', { synchronize: false })
export class Chunk {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Doc, { onDelete: 'CASCADE' }) doc_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'int' }) revision!: number;
  @Column({ type: 'int' }) position!: number;
  @Column({ type: 'text', nullable: true }) heading!: string | null;
  @Column({ type: 'int' }) start_offset!: number;
  @Column({ type: 'int' }) end_offset!: number;
  @Column({ type: 'text' }) body!: string;
  @Column({ type: 'tsvector', nullable: true, select: false }) tsv!: string | null;
  @CreatedAt() created_at!: Date;
}

export const DOC = { entity: Doc, by: 'doc_id', thing: 'Doc' };
/** For actions that lock the owner first, and the document after that. */
export const UNLOCKED_DOC = { ...DOC, lock: false } as const;
