import { IsBoolean, IsIn } from 'class-validator';
import { JobsService } from '../../../jobs/jobs.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ForumView, presentForum } from '../forums/forum.views.js';
import { newJoinCode } from '../forums/forum-names.js';
import { Forum, FORUM_STATUSES } from '../forums/forum.entity.js';
import { FORUM, ForumFields, Name } from '../forums/forum.inputs.js';
import { ForumRepository } from '../forums/forum.repository.js';
import { ReindexForum } from '../jobs/reindex-forum.job.js';

class Input extends ForumFields {
  @Uuid() forum_id!: string;
  @Optional() @Name() name?: string;
  @Optional() @IsIn(FORUM_STATUSES) status?: Forum['status'];
  @Optional() @IsBoolean() new_join_code?: boolean;
}

class Result extends answerWith('forum', () => ForumView) {}

@Action('update-forum', {
  access: 'owner',
  target: FORUM,
  changes: true,
  description: 'Changes a forum: what it is called, who sees it, who joins it, and whether it goes on.',
  input: Input,
  result: Result,
  refuses: { 400: ['Unknown language'], 409: ['Slug already taken'] },
})
export class UpdateForum {
  constructor(
    private readonly forums: ForumRepository,
    private readonly jobs: JobsService,
    private readonly reindex: ReindexForum,
  ) {}

  async run({ input, target: forum }: Call<Input, Forum>) {
    const { forum_id: _, new_join_code, ...change } = input;
    if (change.language !== undefined && !(await this.forums.knowsLanguage(change.language)))
      throw new Refusal(400, 'Unknown language');
    if (change.slug !== undefined && change.slug !== forum.slug) await this.checkFree(change.slug);
    const needsCode = change.join_policy === 'code' && !forum.join_code;
    const join_code = new_join_code || needsCode ? newJoinCode() : forum.join_code;
    const changed = (await this.forums.updateOne({ id: forum.id }, { ...change, join_code, updated_at: NOW })) as Forum;
    if (changed.language !== forum.language) await this.jobs.enqueue(this.reindex, { forum_id: forum.id });
    return { forum: presentForum(changed, { isOwner: true }) };
  }

  private async checkFree(slug: string): Promise<void> {
    await this.forums.lockByName('slugs');
    if (!(await this.forums.findFreeSlug([slug]))) throw new Refusal(409, 'Slug already taken');
  }
}
