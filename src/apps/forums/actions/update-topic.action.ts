import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import type { Caller } from '../../../platform/access/access.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { forbidden, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ForumAccessService, type TopicContext } from '../access/forum-access.service.js';
import { CounterRepository } from '../counter.repository.js';
import { ForumNotificationsService } from '../forum-notifications.service.js';
import { TopicView } from '../posts/post.views.js';
import { CategoryRepository } from '../forums/forum.repository.js';
import { PostRepository } from '../posts/post.repository.js';
import { Tags, tidyTags, Title, WRITING_REFUSALS } from '../posts/text.inputs.js';
import { isListed, type Topic } from '../topics/topic.entity.js';
import { TopicRepository } from '../topics/topic.repository.js';

class Input {
  @Uuid() topic_id!: string;
  @Optional() @Title() title?: string;
  @Optional() @Tags() tags?: string[];
  @Optional() @Nullable() @Uuid() solution_post_id?: string | null;
  @Optional() @Uuid() category_id?: string;
  @Optional() @IsIn(['open', 'closed', 'hidden', 'deleted']) status?: 'open' | 'closed' | 'hidden' | 'deleted';
  @Optional() @Written(1, 200) closed_reason?: string;
  @Optional() @IsBoolean() pinned?: boolean;
  @Optional() @IsInt() @Min(0) @Max(86_400) slow_mode_seconds?: number;
}

const SOLUTION = { select: ['id', 'number', 'owner_id'] } as const;

type Change = Omit<Input, 'topic_id'>;

class Result extends answerWith('topic', () => TopicView) {}

@Action('update-topic', {
  access: 'authenticated',
  changes: true,
  about: 'topic',
  why: 'closed_reason',
  description: 'Changes a topic: its author a little, for a while, and its staff all of it.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Nothing to change', 'Post cannot be the solution'],
    403: ['Forbidden'],
    404: ['Forum not found', 'Topic not found', 'Category not found'],
    409: [...WRITING_REFUSALS[409], 'Edit time is over', 'Topic has replies', 'Topic waits for approval'],
  },
})
export class UpdateTopic {
  constructor(
    private readonly access: ForumAccessService,
    private readonly topics: TopicRepository,
    private readonly posts: PostRepository,
    private readonly categories: CategoryRepository,
    private readonly counters: CounterRepository,
    private readonly notifications: ForumNotificationsService,
  ) {}

  async run({ input: { topic_id, ...change }, caller }: Call<Input>) {
    if (Object.values(change).every((value) => value === undefined)) throw new Refusal(400, 'Nothing to change');
    const context = await this.access.lockTopic(topic_id, caller);
    const { topic } = context;
    await this.checkChange(context, caller, change);
    const { title, tags, status, solution_post_id } = change;
    if (solution_post_id && solution_post_id !== topic.solution_post_id)
      await this.solve(context, caller, solution_post_id);
    if (title !== undefined && title !== topic.title) await this.retitle(context, caller, title);
    const now = await this.topics.change(topic.id, {
      ...change,
      ...(tags && { tags: tidyTags(tags) }),
      ...(status === 'open' && { closed_reason: null }),
    });
    this.counters.countTopic(topic, now);
    return { topic: await this.topics.loadView(topic_id, caller.id) };
  }

  private async checkChange(context: TopicContext, caller: Caller, change: Change): Promise<void> {
    const { topic, permissions } = context;
    const { title, tags, category_id, status } = change;
    await this.checkMayChange(context, caller, change);
    const isText = title !== undefined || tags !== undefined;
    if (isText && !permissions.mayStillEdit(topic.created_at)) throw new Refusal(409, 'Edit time is over');
    if (category_id && category_id !== topic.category_id) await this.checkCategory(context, category_id);
    if (status && isListed({ status })) await this.checkMayList(topic);
  }

  /** Authors may change the text, the solution and delete a topic without replies; staff may change everything. */
  private async checkMayChange({ topic, permissions, category }: TopicContext, caller: Caller, change: Change) {
    const { title: _, tags: __, solution_post_id: ___, status, ...staffOnly } = change;
    const isStaffChange = Object.values(staffOnly).some((value) => value !== undefined);
    const isAuthors = topic.owner_id === caller.id && !isStaffChange && (!status || status === 'deleted');
    if (!isAuthors && !permissions.isStaff) throw forbidden();
    if (isAuthors && !permissions.countsAsStaff) permissions.checkMayWrite(category);
    if (isAuthors && status && (await this.topics.hasOtherAuthors(topic.id)) && !permissions.isStaff)
      throw new Refusal(409, 'Topic has replies');
  }

  private async checkCategory({ forum }: TopicContext, id: string): Promise<void> {
    const { archived } = await this.categories.the({ id, forum_id: forum.id }, 'Category');
    if (archived) throw new Refusal(409, 'Category is archived');
  }

  /** A topic that was hidden or deleted while it waited for approval still has to be approved. */
  private async checkMayList({ id, status }: Topic): Promise<void> {
    if (isListed({ status })) return;
    if (await this.posts.exists({ topic_id: id, number: 1, status: 'pending' }))
      throw new Refusal(409, 'Topic waits for approval');
  }

  private async solve({ topic, category }: TopicContext, caller: Caller, postId: string): Promise<void> {
    const post = await this.posts.findOne({ id: postId, topic_id: topic.id, status: 'visible' }, SOLUTION);
    if (!post || post.number === 1 || !category.solvable) throw new Refusal(400, 'Post cannot be the solution');
    this.notifications.notifySolution(topic, post, caller.id);
  }

  /** The title is among the search words of the first post, and its former title is kept as a revision of that post. */
  private async retitle({ topic, forum }: TopicContext, caller: Caller, title: string): Promise<void> {
    const first = await this.posts.updateTitleWords(topic.id, forum.language, title);
    await this.posts.insertRevision(first, caller.id, null, topic.title);
  }
}
