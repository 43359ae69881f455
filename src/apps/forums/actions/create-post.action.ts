import { IsInt, Min } from 'class-validator';
import { Chars, Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/action.js';
import { PostView, TopicView } from '../forums.views.js';
import { Entrance } from '../places/entrance.js';
import { PostRepository } from '../talk/post.repository.js';
import { ReplyService } from '../talk/reply.service.js';
import { WRITING_REFUSALS } from '../talk/refusals.js';
import { TopicRepository } from '../talk/topic.repository.js';
import type { Text } from '../talk/writing.js';

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
    private readonly entrance: Entrance,
    private readonly replies: ReplyService,
    private readonly topics: TopicRepository,
    private readonly posts: PostRepository,
  ) {}

  prepare({ input, caller }: Call<Input>): Promise<Text | undefined> {
    return this.replies.prepare(input, caller);
  }

  async run({ input, caller, prepared }: Call<Input, undefined, undefined, Text | undefined>) {
    const place = await this.entrance.lockTopic(input.topic_id, caller);
    const { topic, standing } = place;
    const id = await this.replies.write(place, caller, input, prepared);
    const [post, shown] = await Promise.all([
      this.posts.view(id, caller.id, standing.countsAsStaff),
      this.topics.view(topic.id, caller.id),
    ]);
    return { post, topic: shown };
  }
}
