import { ListOf, Nested } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ForumsSettings } from '../forums.settings.js';
import { CategoryView, ForumView, presentForum } from '../forums/forum.views.js';
import { CategoryRepository, ForumRepository } from '../forums/forum.repository.js';
import { forumSlugs, newJoinCode } from '../forums/forum-names.js';
import { ForumFields, Name } from '../forums/forum.inputs.js';
import { MembershipService } from '../members/membership.service.js';

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
    private readonly memberships: MembershipService,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { name, slug, description = null, join_policy = 'open', language = 'english' } = input;
    if (!(await this.forums.knowsLanguage(language))) throw new Refusal(400, 'Unknown language');
    await this.forums.lockByName(`of ${caller.id}`);
    if ((await this.forums.countWhere({ owner_id: caller.id })) >= MOST) throw new Refusal(409, 'Forum limit reached');
    const { visibility = (await this.settings.of(ForumsSettings, caller.id)).default_visibility } = input;
    const join_code = join_policy === 'code' ? newJoinCode() : null;
    const row = { owner_id: caller.id, name, description, visibility, join_policy, join_code, language };
    await this.forums.lockByName('slugs');
    const free = await this.forums.findFreeSlug(slug ? [slug] : forumSlugs(name));
    const forum = free && (await this.forums.insertIfAbsent({ ...row, slug: free }));
    if (!forum) throw new Refusal(409, 'Slug already taken');
    const general = await this.categories.insert({ forum_id: forum.id, name: 'General', slug: 'general' });
    await this.memberships.join(forum, caller.id);
    return {
      forum: presentForum({ ...forum, member_count: 1 }, { isOwner: true }),
      categories: [general],
    };
  }
}
