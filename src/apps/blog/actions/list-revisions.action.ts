import { IsInt, IsString, Min } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import type { Blog } from '../blogs/blog.entity.js';
import { POST, type Post } from '../posts/post.entity.js';
import { Revision } from '../revisions/revision.entity.js';
import { RevisionRepository } from '../revisions/revision.repository.js';

class Input extends Page {
  @Uuid() post_id!: string;
  /** One revision, with its text. */
  @Optional() @IsInt() @Min(1) version?: number;
}

const SHOWN = ['id', 'version', 'reason', 'title', 'word_count', 'created_at'] as const;

class RevisionView extends viewOf(Revision, { only: SHOWN }) {
  /** Of the one that was asked for. */
  @Optional() @IsString() body_markdown?: string;
}

class Result extends pageOf('revisions', () => RevisionView) {}

@Action('list-revisions', {
  access: 'owner',
  target: POST,
  description: 'The revisions of a post, newest first; with `version` that one, with its text.',
  input: Input,
  result: Result,
  refuses: { 404: ['Revision not found'] },
})
export class ListRevisions {
  constructor(private readonly revisions: RevisionRepository) {}

  async run({ input: { version, cursor, limit }, target: { id } }: Call<Input, Post, Blog>): Promise<Result> {
    if (version === undefined) {
      const { rows, next_cursor } = await this.revisions.list(id, pageQuery({ cursor, limit }));
      return { revisions: rows.map((row) => present(RevisionView, row)), next_cursor };
    }
    const found = await this.revisions.the({ post_id: id, version }, 'Revision');
    const revision = { ...present(RevisionView, found), body_markdown: found.body_markdown };
    return { revisions: [revision], next_cursor: null };
  }
}
