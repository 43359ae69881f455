import { IsInt, Min } from 'class-validator';
import type { Caller } from '../../../platform/access/caller.js';
import { Chars, Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { PostView, TopicView } from '../forums.views.js';
import { Counters } from '../keeping/counters.js';
import { Entrance, type InTopic } from '../places/entrance.js';
import { PostRepository } from '../talk/post.repository.js';
import { Posting } from '../talk/posting.js';
import { WRITING_REFUSALS } from '../talk/refusals.js';
import { TopicRepository } from '../talk/topic.repository.js';
import { textOf, Writing } from '../talk/writing.js';

class Input {
  @Uuid() topic_id!: string;
  @Written(1, 50_000) body!: string;
  @Optional() @IsInt() @Min(1) reply_to_number?: number;
  /** The same again gives the same post. */
  @Optional() @Chars(1, 64) idempotency_key?: string;
}

class Result {
  @Nested(() => PostView) post!: PostView;
  @Nested(() => TopicView) topic!: TopicView;
}

@Action('create-post', {
  access: 'authenticated',
  changes: true,
  description: 'Writes the next post of a topic.',
  input: Input,
  result: Result,
  refuses: {
    ...WRITING_REFUSALS,
    404: ['Forum not found', 'Topic not found', 'Post not found'],
    409: [...WRITING_REFUSALS[409], 'Topic is closed', 'Slow mode: try again later'],
  },
})
export class CreatePost {
  constructor(
    private readonly entrance: Entrance,
    private readonly writing: Writing,
    private readonly topics: TopicRepository,
    private readonly posts: PostRepository,
    private readonly posting: Posting,
    private readonly counters: Counters,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const place = await this.entrance.lockTopic(input.topic_id, caller);
    const { topic, standing } = place;
    const key = input.idempotency_key;
    const known = key && (await this.posts.keyed(topic.id, caller.id, key));
    const id = known || (await this.write(place, caller, input));
    const [post, shown] = await Promise.all([
      this.posts.view(id, caller.id, standing.isStaff),
      this.topics.view(topic.id, caller.id),
    ]);
    return { post, topic: shown };
  }

  private async write(place: InTopic, caller: Caller, { body, reply_to_number, idempotency_key }: Input) {
    const { topic } = place;
    const text = textOf(body);
    const writer = await this.writing.writer(place, caller);
    if (topic.status !== 'open') throw new Refusal(409, 'Topic is closed');
    if (reply_to_number && !(await this.posts.numbered(topic.id, reply_to_number))) throw notFound('Post');
    const { waits } = this.writing.allows(writer, text);
    await this.writing.keepsPace(writer, topic);
    const now = await this.topics.replied(topic.id, caller.id, !waits);
    const draft = { text, number: now.last_number, waits, reply_to_number, idempotency_key };
    const { id } = await this.posting.post(place, now, caller, draft);
    this.counters.topic(topic, now, { user_id: caller.id, posts: waits ? 0 : 1 });
    return id;
  }
}
