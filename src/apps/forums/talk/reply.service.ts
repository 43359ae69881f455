import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Counters } from '../keeping/counters.js';
import { Entrance, type InTopic } from '../places/entrance.js';
import { PostRepository } from './post.repository.js';
import { Posting } from './posting.js';
import { TopicRepository } from './topic.repository.js';
import { type Text, Writing } from './writing.js';

export interface Reply {
  topic_id: string;
  body: string;
  reply_to_number?: number;
  idempotency_key?: string;
}

/** The next post of a topic. */
@AppProvider()
export class ReplyService {
  constructor(
    private readonly entrance: Entrance,
    private readonly writing: Writing,
    private readonly topics: TopicRepository,
    private readonly posts: PostRepository,
    private readonly posting: Posting,
    private readonly counters: Counters,
  ) {}

  /** Before the topic is locked: the text, for a caller who may reply. Undefined: the post under this key is there already. */
  async prepare(reply: Reply, caller: Caller): Promise<Text | undefined> {
    const place = await this.entrance.topic(reply.topic_id, caller);
    if (await this.keyed(place, caller, reply)) return undefined;
    try {
      const writer = await this.writing.visitor(place);
      await this.checkTopic(place, reply);
      await this.writing.keepsPace(writer, place.topic);
    } catch (refusal) {
      // The same call, sent twice at once, may have written the post just now: its own post is no reason to refuse it.
      if (await this.keyed(place, caller, reply)) return undefined;
      throw refusal;
    }
    return this.writing.draw(reply.body, caller);
  }

  /** The id of the post in a topic that is locked: of the one under this key, where there is one. */
  async write(place: InTopic, caller: Caller, reply: Reply, prepared: Text | undefined): Promise<string> {
    const known = await this.keyed(place, caller, reply);
    if (known) return known;
    const { topic } = place;
    const writer = await this.writing.writer(place, caller);
    await this.checkTopic(place, reply);
    // Not prepared: the post under this key was there before the transaction, and has gone.
    const text = prepared ?? (await this.writing.draw(reply.body, caller));
    const { waits } = this.writing.allows(writer, text);
    await this.writing.keepsPace(writer, topic);
    const now = await this.topics.replied(topic.id, caller.id, !waits);
    const { reply_to_number, idempotency_key } = reply;
    const draft = { text, number: now.last_number, waits, reply_to_number, idempotency_key };
    const { id } = await this.posting.post(place, now, caller, draft);
    this.counters.topic(topic, now, { user_id: caller.id, posts: waits ? 0 : 1 });
    return id;
  }

  private async keyed({ topic }: InTopic, caller: Caller, { idempotency_key: key }: Reply) {
    return key === undefined ? undefined : this.posts.keyed(topic.id, caller.id, key);
  }

  private async checkTopic({ topic }: InTopic, { reply_to_number: number }: Reply): Promise<void> {
    if (topic.status !== 'open') throw new Refusal(409, 'Topic is closed');
    if (number && !(await this.posts.numbered(topic.id, number))) throw notFound('Post');
  }
}
