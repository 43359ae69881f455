import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import type { Topic } from '../entities/topic.entity.js';
import { ForumNews } from '../forum-news.js';
import { Counters } from '../keeping/counters.js';
import { type InTopic, isListed } from '../places/entrance.js';
import { PlaceRepository } from '../places/place.repository.js';
import { mayStillEdit } from './edit-window.js';
import { PostRepository } from './post.repository.js';
import { tidyTags } from './text.fields.js';
import { TopicRepository } from './topic.repository.js';

export interface TopicChange {
  title?: string;
  tags?: string[];
  solution_post_id?: string | null;
  category_id?: string;
  status?: 'open' | 'closed' | 'hidden' | 'deleted';
  closed_reason?: string;
  pinned?: boolean;
  slow_mode_seconds?: number;
}

/** Changes of a topic that is locked: its author's few, and the staff's. */
@AppProvider()
export class ChangeTopic {
  constructor(
    private readonly topics: TopicRepository,
    private readonly posts: PostRepository,
    private readonly places: PlaceRepository,
    private readonly counters: Counters,
    private readonly news: ForumNews,
  ) {}

  async apply(place: InTopic, caller: Caller, change: TopicChange): Promise<Topic> {
    const { topic, standing } = place;
    const { title, tags, category_id } = change;
    await this.mayChange(place, caller, change);
    const isText = title !== undefined || tags !== undefined;
    if (isText && !mayStillEdit(standing, topic.created_at)) throw new Refusal(409, 'Edit time is over');
    if (category_id && category_id !== topic.category_id) await this.mayMove(place, caller, category_id);
    if (change.status && isListed({ status: change.status })) await this.mayList(topic);
    const { solution_post_id } = change;
    if (solution_post_id && solution_post_id !== topic.solution_post_id)
      await this.solve(place, caller, solution_post_id);
    if (title !== undefined && title !== topic.title) await this.retitle(place, caller, title);
    const now = await this.topics.update(topic.id, {
      ...change,
      ...(tags && { tags: tidyTags(tags) }),
      ...(change.status === 'open' && { closed_reason: null }),
    });
    this.counters.topic(topic, now);
    return now;
  }

  /** An author changes little, and deletes their topic only while nobody has replied; the staff does what it wants. */
  private async mayChange({ topic, standing, category }: InTopic, caller: Caller, change: TopicChange) {
    const { title: _, tags: __, solution_post_id: ___, status, ...rest } = change;
    const isTheirs = Object.values(rest).some((value) => value !== undefined);
    const isAuthors = topic.owner_id === caller.id && !isTheirs && (!status || status === 'deleted');
    if (!isAuthors && !standing.isStaff) throw forbidden();
    if (isAuthors && !standing.countsAsStaff) standing.writes(category);
    if (isAuthors && status && (await this.topics.hasOthers(topic.id)) && !standing.isStaff)
      throw new Refusal(409, 'Topic has replies');
  }

  private async mayMove({ forum }: InTopic, caller: Caller, categoryId: string): Promise<void> {
    const to = await this.places.ofCategory(categoryId, caller.id);
    if (to?.forum.id !== forum.id) throw notFound('Category');
    if (to.category.archived) throw new Refusal(409, 'Category is archived');
  }

  /** What was hidden or deleted while it waited has still to be let in. */
  private async mayList({ id, status }: Topic): Promise<void> {
    if (isListed({ status })) return;
    const first = await this.posts.numbered(id, 1);
    if (first?.status === 'pending') throw new Refusal(409, 'Topic waits for approval');
  }

  private async solve({ topic, category }: InTopic, caller: Caller, postId: string): Promise<void> {
    const post = await this.posts.find(postId);
    const isAnother = post?.topic_id === topic.id && post.number > 1 && post.status === 'visible';
    if (!post || !isAnother || !category.solvable) throw new Refusal(400, 'Post cannot be the solution');
    this.news.solved(topic, post, caller.id);
  }

  /** The first post is found by the title too; how it was called is kept with it. */
  private async retitle({ topic, forum }: InTopic, caller: Caller, title: string): Promise<void> {
    const first = await this.posts.retitle(topic.id, forum.language, title);
    await this.posts.revise(first, caller.id, null, topic.title);
  }
}
