import { IsBoolean, IsInt, IsString } from 'class-validator';
import { viewOf } from '../../kernel/rows/view.js';
import { Revision } from '../revisions/revision.entity.js';
import { Post } from './post.entity.js';

const HIDDEN = ['preview_token', 'views_closed', 'renderer_version'] as const;

/** `summary` is what readers see where `excerpt` is null. */
export class PostDetails extends viewOf(Post, { without: HIDDEN }) {
  @IsString() url!: string;
}

export class ListedPost extends viewOf(Post, { without: [...HIDDEN, 'body_markdown', 'body_html'] }) {
  @IsString() url!: string;
  @IsInt() views!: number;
  /** Something was saved by itself and is not what readers see. */
  @IsBoolean() has_pending!: boolean;
}

export class PendingView extends viewOf(Revision, {
  only: ['version', 'title', 'body_markdown', 'excerpt', 'word_count', 'created_at'],
}) {}
