import { ListOf, Nested } from '../../../platform/http/input/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { presentForum } from '../forums.presenter.js';
import { ForumsSettings } from '../forums.settings.js';
import { CategoryView, ForumView } from '../forums.views.js';
import { Joining } from '../people/joining.js';
import { CategoryRepository } from '../places/category.repository.js';
import { ChangeForum } from '../places/change-forum.js';
import { ForumFields, Name } from '../places/forum.inputs.js';
import { ForumRepository } from '../places/forum.repository.js';
import { forumSlugs } from '../places/slugs.js';

const MOST = 20;

class Input extends ForumFields {
  @Name() name!: string;
}

class Result {
  @Nested(() => ForumView) forum!: ForumView;
  @ListOf(() => CategoryView) categories!: CategoryView[];
}

@Action('create-forum', {
  access: 'authenticated',
  changes: true,
  about: 'forum',
  description: 'Opens a forum with one category, owned by the caller.',
  input: Input,
  result: Result,
  refuses: { 400: ['Unknown language'], 409: ['Slug already taken', 'Forum limit reached'] },
})
export class CreateForum {
  constructor(
    private readonly forums: ForumRepository,
    private readonly categories: CategoryRepository,
    private readonly change: ChangeForum,
    private readonly joining: Joining,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { name, slug, description = null, join_policy = 'open', language = 'english' } = input;
    await this.change.checkLanguage(language);
    await this.forums.hold(`of ${caller.id}`);
    if ((await this.forums.countOf(caller.id)) >= MOST) throw new Refusal(409, 'Forum limit reached');
    const { visibility = (await this.settings.of(ForumsSettings, caller.id)).default_visibility } = input;
    const join_code = join_policy === 'code' ? this.change.newCode() : null;
    const row = { owner_id: caller.id, name, description, visibility, join_policy, join_code, language };
    await this.forums.hold('slugs');
    const free = await this.forums.free(slug ? [slug] : forumSlugs(name));
    const forum = free && (await this.forums.insert({ ...row, slug: free }));
    if (!forum) throw new Refusal(409, 'Slug already taken');
    const general = await this.categories.insert(forum.id, 'General', 'general', 0);
    await this.joining.enter(forum, caller.id);
    return {
      forum: presentForum({ ...forum, member_count: 1 }, { isOwner: true }),
      categories: [general as CategoryView],
    };
  }
}
