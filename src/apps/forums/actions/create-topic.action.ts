import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { PostView, TopicView } from '../forums.views.js';
import { Counters } from '../keeping/counters.js';
import { Entrance } from '../places/entrance.js';
import { Posting } from '../talk/posting.js';
import { PostRepository } from '../talk/post.repository.js';
import { WRITING_REFUSALS } from '../talk/refusals.js';
import { Tags, tidyTags, Title } from '../talk/text.fields.js';
import { TopicRepository } from '../talk/topic.repository.js';
import { textOf, Writing } from '../talk/writing.js';

class Input {
  @Uuid() category_id!: string;
  @Title() title!: string;
  @Written(10, 50_000) body!: string;
  @Optional() @Tags() tags?: string[];
}

class Result {
  @Nested(() => TopicView) topic!: TopicView;
  @Nested(() => PostView) post!: PostView;
}

@Action('create-topic', {
  access: 'authenticated',
  changes: true,
  description: 'Begins a topic with its first post. Where somebody has to look at it first, it is pending.',
  input: Input,
  result: Result,
  refuses: { ...WRITING_REFUSALS, 404: ['Forum not found', 'Category not found'] },
})
export class CreateTopic {
  constructor(
    private readonly entrance: Entrance,
    private readonly writing: Writing,
    private readonly topics: TopicRepository,
    private readonly posts: PostRepository,
    private readonly posting: Posting,
    private readonly counters: Counters,
  ) {}

  async run({ input: { category_id, title, body, tags = [] }, caller }: Call<Input>) {
    const text = textOf(body);
    const place = await this.entrance.category(category_id, caller);
    const { forum, category } = place;
    const writer = await this.writing.writer(place, caller);
    const { isStaff } = writer.standing;
    if (category.post_role === 'moderator' && !isStaff) throw forbidden();
    const allowed = this.writing.allows(writer, text);
    await this.writing.keepsPace(writer, undefined);
    const waits = allowed.waits || (category.require_approval && !isStaff);
    const state = waits
      ? ({ status: 'pending', post_count: 0 } as const)
      : ({ status: 'open', post_count: 1 } as const);
    const row = { forum_id: forum.id, category_id, owner_id: caller.id, title, tags: tidyTags(tags) };
    const topic = await this.topics.insert({ ...row, ...state });
    const post = await this.posting.post(place, topic, caller, { text, number: 1, waits });
    this.counters.topic(undefined, topic, { user_id: caller.id, posts: state.post_count });
    const [shown, first] = await Promise.all([
      this.topics.view(topic.id, caller.id),
      this.posts.view(post.id, caller.id, isStaff),
    ]);
    return { topic: shown, post: first };
  }
}
