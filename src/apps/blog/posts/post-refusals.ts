import { Refusal } from '../../../platform/http/refusal.js';
import type { Post } from './post.entity.js';

export const slugTaken = () => new Refusal(409, 'Slug is already used');
export const inTrash = () => new Refusal(409, 'Post is in the trash');
/** `current_version`: the one that the caller has not seen. */
export const changedElsewhere = ({ version }: Pick<Post, 'version'>) =>
  new Refusal(409, 'Post was changed elsewhere', { current_version: version });

const isComplete = ({ title, body_markdown }: Pick<Post, 'title' | 'body_markdown'>) =>
  Boolean(title.trim() && body_markdown.trim());

export function expectComplete(post: Pick<Post, 'title' | 'body_markdown'>, fault: string): void {
  if (!isComplete(post)) throw new Refusal(400, fault);
}

export const NEEDS_TEXT = 'A published post needs a title and a body';

/** Readers see the post, or will without another look at it. */
export function expectReadable(post: Pick<Post, 'status' | 'title' | 'body_markdown'>): void {
  if (post.status === 'published' || post.status === 'scheduled') expectComplete(post, NEEDS_TEXT);
}
