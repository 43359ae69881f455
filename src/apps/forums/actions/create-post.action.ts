import { IsInt, Min } from 'class-validator';
import type { Caller } from '../../../platform/access/access.js';
import { Chars, Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ForumAccessService, type TopicContext } from '../access/forum-access.service.js';
import { CounterRepository } from '../counter.repository.js';
import { PostView, TopicView } from '../posts/post.views.js';
import { PostRepository } from '../posts/post.repository.js';
import { PostingRulesService, type Text } from '../posts/posting-rules.service.js';
import { PublishingService } from '../posts/publishing.service.js';
import { WRITING_REFUSALS } from '../posts/text.inputs.js';
import { TopicRepository } from '../topics/topic.repository.js';

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
  about: 'post',
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
    private readonly access: ForumAccessService,
    private readonly rules: PostingRulesService,
    private readonly topics: TopicRepository,
    private readonly posts: PostRepository,
    private readonly publishing: PublishingService,
    private readonly counters: CounterRepository,
  ) {}

  /** Renders the text for a caller who may reply. Undefined if the post with this key exists already. */
  async prepare({ input, caller }: Call<Input>): Promise<Text | undefined> {
    const context = await this.access.loadTopic(input.topic_id, caller);
    if (await this.findByKey(input, caller)) return undefined;
    try {
      const writer = await this.rules.checkVisitor(context);
      await this.checkTopic(context, input);
      await this.rules.checkPace(writer, context.topic);
    } catch (refusal) {
      // The same call, sent twice at once, may have written the post just now: its own post is no reason to refuse it.
      if (await this.findByKey(input, caller)) return undefined;
      throw refusal;
    }
    return this.rules.renderText(input.body, caller);
  }

  async run({ input, caller, prepared }: Call<Input, undefined, undefined, Text | undefined>) {
    const context = await this.access.lockTopic(input.topic_id, caller);
    const id = (await this.findByKey(input, caller)) ?? (await this.write(context, caller, input, prepared));
    const [post, topic] = await Promise.all([
      this.posts.loadView(id, caller.id, context.permissions.countsAsStaff),
      this.topics.loadView(input.topic_id, caller.id),
    ]);
    return { post, topic };
  }

  private async write(context: TopicContext, caller: Caller, input: Input, prepared: Text | undefined) {
    const { topic } = context;
    const writer = await this.rules.joinAsWriter(context, caller);
    await this.checkTopic(context, input);
    // Not prepared: the post with this key existed before the transaction, and is gone.
    const text = prepared ?? (await this.rules.renderText(input.body, caller));
    const { waits } = this.rules.checkText(writer, text);
    await this.rules.checkPace(writer, topic);
    const now = await this.topics.countReply(topic.id, caller.id, !waits);
    const { reply_to_number, idempotency_key } = input;
    const draft = { text, number: now.last_number, waits, reply_to_number, idempotency_key };
    const { id } = await this.publishing.publish(context, now, caller, draft);
    this.counters.countTopic(topic, now, { user_id: caller.id, posts: waits ? 0 : 1 });
    return id;
  }

  private async findByKey({ topic_id, idempotency_key: key }: Input, caller: Caller) {
    return key === undefined ? undefined : this.posts.findIdByKey(topic_id, caller.id, key);
  }

  private async checkTopic({ topic }: TopicContext, { reply_to_number: number }: Input): Promise<void> {
    if (topic.status !== 'open') throw new Refusal(409, 'Topic is closed');
    if (number && !(await this.posts.exists({ topic_id: topic.id, number }))) throw notFound('Post');
  }
}
