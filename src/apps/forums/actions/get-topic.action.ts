import { IsBoolean, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { ForumAccessService, type TopicContext } from '../access/forum-access.service.js';
import { PostView, TopicView } from '../posts/post.views.js';
import { PostRepository } from '../posts/post.repository.js';
import { LEVELS } from '../topics/topic.entity.js';
import { TopicRepository } from '../topics/topic.repository.js';
import { TrackingRepository } from '../topics/tracking.repository.js';

const MOST = 1_000_000;

class Input extends Page {
  @Uuid() topic_id!: string;
  @Optional() @IsInt() @Min(1) @Max(MOST) from_number?: number;
  /** A page round this number. */
  @Optional() @IsInt() @Min(1) @Max(MOST) around?: number;
  /** Of who began it. */
  @Optional() @IsBoolean() only_author?: boolean;
}

class AllowedView {
  @IsBoolean() reply!: boolean;
  /** Title and tags. */
  @IsBoolean() edit!: boolean;
  @IsBoolean() solve!: boolean;
  /** All that the staff may. */
  @IsBoolean() moderate!: boolean;
}

class ReadingView {
  @IsIn(LEVELS) level!: string;
  @IsInt() last_read!: number;
  /** The numbers of the posts of this page that the reader likes. */
  @IsInt({ each: true }) liked!: number[];
  @Nested(() => AllowedView) may!: AllowedView;
}

class Result {
  @Nested(() => TopicView) topic!: TopicView;
  @ListOf(() => PostView) posts!: PostView[];
  @Nullable() @IsString() next_cursor!: string | null;
  @Nullable() @IsString() prev_cursor!: string | null;
  @Nullable() @Nested(() => ReadingView) me!: ReadingView | null;
}

@Action('get-topic', {
  access: 'public',
  description: 'A topic with its posts, oldest first, and what the caller may do there.',
  input: Input,
  result: Result,
  refuses: { 404: ['Forum not found', 'Topic not found'] },
})
export class GetTopic {
  constructor(
    private readonly access: ForumAccessService,
    private readonly topics: TopicRepository,
    private readonly posts: PostRepository,
    private readonly tracking: TrackingRepository,
    private readonly webEvents: WebEventsService,
  ) {}

  async run({ input, caller, visitor }: PublicCall<Input>) {
    const { topic_id, from_number, around, only_author } = input;
    const context = await this.access.loadTopic(topic_id, caller);
    const look = {
      topic_id,
      user_id: caller?.id ?? null,
      is_staff: context.permissions.countsAsStaff,
      author_id: only_author ? context.topic.owner_id : null,
    };
    const [[topic], page] = await Promise.all([
      this.topics.loadViews([topic_id], caller?.id ?? null),
      this.posts.page(look, { from_number, around }, pageQuery(input)),
    ]);
    const me = caller ? await this.readingOf(context, caller.id, page.posts) : null;
    const { visitor_hash, is_bot } = await this.webEvents.visit(visitor, { scope: topic_id });
    const viewer = caller?.id ?? visitor_hash.toString('base64url');
    if (!is_bot || caller) await this.webEvents.record(() => this.topics.recordView(topic_id, viewer));
    return { topic: topic as TopicView, ...page, me };
  }

  private async readingOf(context: TopicContext, user_id: string, posts: PostView[]): Promise<ReadingView> {
    const known = await this.tracking.findOne({ user_id, topic_id: context.topic.id });
    return {
      level: known?.level ?? 'normal',
      last_read: known?.last_read ?? 0,
      liked: posts.filter(({ liked }) => liked).map(({ number }) => number),
      may: allowedOf(context, user_id),
    };
  }
}

function allowedOf({ topic, category, forum, permissions }: TopicContext, userId: string): AllowedView {
  const { countsAsStaff: isStaff, isMember } = permissions;
  const isAuthor = topic.owner_id === userId;
  const isOpen = permissions.writeRefusal() === undefined && !category.archived;
  const mayEnter = isMember || isStaff || (forum.visibility === 'public' && forum.join_policy === 'open');
  return {
    reply: isOpen && mayEnter && topic.status === 'open',
    edit: isStaff || (isAuthor && isOpen && permissions.mayStillEdit(topic.created_at)),
    solve: category.solvable && (isStaff || (isAuthor && isOpen)),
    moderate: isStaff,
  };
}
