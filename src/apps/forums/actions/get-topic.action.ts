import { IsBoolean, IsInt, IsString, Max, Min } from 'class-validator';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type PublicCall } from '../../kernel/action.js';
import { Page, pageQuery } from '../../kernel/page.js';
import { PostView, TopicView } from '../forums.views.js';
import { Entrance } from '../places/entrance.js';
import { PostPages } from '../talk/post-pages.js';
import { Reading, ReadingView } from '../talk/reading.js';
import { TopicRepository } from '../talk/topic.repository.js';
import { ViewRepository } from '../talk/view.repository.js';

const MOST = 1_000_000;

class Input extends Page {
  @Uuid() topic_id!: string;
  @Optional() @IsInt() @Min(1) @Max(MOST) from_number?: number;
  /** A page round this number. */
  @Optional() @IsInt() @Min(1) @Max(MOST) around?: number;
  /** Of who began it. */
  @Optional() @IsBoolean() only_author?: boolean;
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
    private readonly entrance: Entrance,
    private readonly topics: TopicRepository,
    private readonly pages: PostPages,
    private readonly reading: Reading,
    private readonly views: ViewRepository,
    private readonly webEvents: WebEventsService,
  ) {}

  async run({ input, caller, visitor }: PublicCall<Input>) {
    const { topic_id, from_number, around, only_author, ...page } = input;
    const place = await this.entrance.topic(topic_id, caller);
    const query = { ...pageQuery(page), from_number, around, only_author };
    const [[topic], posts] = await Promise.all([
      this.topics.views([topic_id], caller?.id ?? null),
      this.pages.of(place, query),
    ]);
    const me = await this.reading.of(place, posts.posts);
    const { visitor_hash, is_bot } = await this.webEvents.visit(visitor, { scope: topic_id });
    const viewer = caller?.id ?? visitor_hash.toString('base64url');
    if (!is_bot || caller) await this.webEvents.record(() => this.views.seen(topic_id, viewer));
    return { topic: topic as TopicView, ...posts, me };
  }
}
