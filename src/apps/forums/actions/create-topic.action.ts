import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { PostView, TopicView } from '../forums.views.js';
import { Counters } from '../keeping/counters.js';
import { Entrance, type InCategory } from '../places/entrance.js';
import { Posting } from '../talk/posting.js';
import { PostRepository } from '../talk/post.repository.js';
import { WRITING_REFUSALS } from '../talk/refusals.js';
import { Tags, tidyTags, Title } from '../talk/text.fields.js';
import { TopicRepository } from '../talk/topic.repository.js';
import { type Text, type Writer, Writing } from '../talk/writing.js';

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
  about: 'topic',
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

  async prepare({ input: { category_id, body }, caller }: Call<Input>): Promise<Text> {
    const place = await this.entrance.category(category_id, caller);
    const writer = await this.writing.visitor(place);
    mayBegin(place, writer);
    await this.writing.keepsPace(writer, undefined);
    return this.writing.draw(body, caller);
  }

  async run({ input, caller, prepared: text }: Call<Input, undefined, undefined, Text>) {
    const { category_id, title, tags = [] } = input;
    await this.writing.writer(await this.entrance.category(category_id, caller), caller);
    // Members are locked before their forum, so the forum is locked now: what it and the category allow stays so until the end.
    const place = await this.entrance.lockCategory(category_id, caller);
    const { forum, category, standing } = place;
    standing.writes(category);
    const writer = await this.writing.held(standing);
    mayBegin(place, writer);
    const allowed = this.writing.allows(writer, text);
    await this.writing.keepsPace(writer, undefined);
    const waits = allowed.waits || (category.require_approval && !writer.standing.isStaff);
    const state = waits
      ? ({ status: 'pending', post_count: 0 } as const)
      : ({ status: 'open', post_count: 1 } as const);
    const row = { forum_id: forum.id, category_id, owner_id: caller.id, title, tags: tidyTags(tags) };
    const topic = await this.topics.insert({ ...row, ...state });
    const post = await this.posting.post(place, topic, caller, { text, number: 1, waits });
    this.counters.topic(undefined, topic, { user_id: caller.id, posts: state.post_count });
    const [shown, first] = await Promise.all([
      this.topics.view(topic.id, caller.id),
      this.posts.view(post.id, caller.id, writer.standing.countsAsStaff),
    ]);
    return { topic: shown, post: first };
  }
}

function mayBegin({ category }: InCategory, { standing }: Writer): void {
  if (category.post_role === 'moderator' && !standing.isStaff) throw forbidden();
}
