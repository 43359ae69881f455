import { Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PostView, TopicView } from '../posts/post.views.js';
import { CounterRepository } from '../counter.repository.js';
import { ForumAccessService, type CategoryContext } from '../access/forum-access.service.js';
import { PublishingService } from '../posts/publishing.service.js';
import { PostRepository } from '../posts/post.repository.js';
import { Tags, tidyTags, Title, WRITING_REFUSALS } from '../posts/text.inputs.js';
import { TopicRepository } from '../topics/topic.repository.js';
import { type Text, type Writer, PostingRulesService } from '../posts/posting-rules.service.js';

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
    private readonly access: ForumAccessService,
    private readonly rules: PostingRulesService,
    private readonly topics: TopicRepository,
    private readonly posts: PostRepository,
    private readonly publishing: PublishingService,
    private readonly counters: CounterRepository,
  ) {}

  async prepare({ input: { category_id, body }, caller }: Call<Input>): Promise<Text> {
    const context = await this.access.loadCategory(category_id, caller);
    const writer = await this.rules.checkVisitor(context);
    mayBegin(context, writer);
    await this.rules.checkPace(writer, undefined);
    return this.rules.renderText(body, caller);
  }

  async run({ input, caller, prepared: text }: Call<Input, undefined, undefined, Text>) {
    const { category_id, title, tags = [] } = input;
    await this.rules.joinAsWriter(await this.access.loadCategory(category_id, caller), caller);
    // Members are locked before their forum, so the forum is locked now: what it and the category allow stays so until the end.
    const context = await this.access.lockCategory(category_id, caller);
    const { forum, category, permissions } = context;
    permissions.checkMayWrite(category);
    const writer = await this.rules.writerOf(permissions);
    mayBegin(context, writer);
    const allowed = this.rules.checkText(writer, text);
    await this.rules.checkPace(writer, undefined);
    const waits = allowed.waits || (category.require_approval && !writer.permissions.isStaff);
    const state = waits
      ? ({ status: 'pending', post_count: 0 } as const)
      : ({ status: 'open', post_count: 1 } as const);
    const author = { owner_id: caller.id, last_post_user_id: caller.id };
    const row = { forum_id: forum.id, category_id, ...author, title, tags: tidyTags(tags) };
    const topic = await this.topics.insert({ ...row, ...state });
    const post = await this.publishing.publish(context, topic, caller, { text, number: 1, waits });
    this.counters.countTopic(undefined, topic, { user_id: caller.id, posts: state.post_count });
    const [shown, first] = await Promise.all([
      this.topics.loadView(topic.id, caller.id),
      this.posts.loadView(post.id, caller.id, writer.permissions.countsAsStaff),
    ]);
    return { topic: shown, post: first };
  }
}

function mayBegin({ category }: CategoryContext, { permissions }: Writer): void {
  if (category.post_role === 'moderator' && !permissions.isStaff) throw forbidden();
}
