import { IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { presentForum, ForumView, CategoryView } from '../forums/forum.views.js';
import { ReviewRepository } from '../moderation/review.repository.js';
import { CallerStateService, MeView } from '../members/caller-state.service.js';
import { MemberRepository } from '../members/member.repository.js';
import { ForumAccessService } from '../access/forum-access.service.js';
import { ForumListRepository } from '../forums/forum-list.repository.js';
import { ForumKeyFields } from '../forums/forum.inputs.js';
import { PersonView } from '../../kernel/rows/person.js';

class LatestTopic {
  @Uuid() id!: string;
  @IsString() title!: string;
  @Time() bumped_at!: Date;
  @Nested(() => PersonView) last_poster!: PersonView;
}

class CategoryLine extends CategoryView {
  @Nullable() @Nested(() => LatestTopic) latest_topic!: LatestTopic | null;
}

class UsedTag {
  @IsString() tag!: string;
  @IsInt() topics!: number;
}

class StaffView extends PersonView {
  @IsString() role!: string;
}

class SuspendedView extends PersonView {
  @Time() suspended_until!: Date;
  @Nullable() @IsString() reason!: string | null;
}

class Result {
  @Nested(() => ForumView) forum!: ForumView;
  @ListOf(() => CategoryLine) categories!: CategoryLine[];
  @ListOf(() => UsedTag) tags!: UsedTag[];
  @ListOf(() => StaffView) staff!: StaffView[];
  @Nullable() @Nested(() => MeView) me!: MeView | null;
  /** For the staff alone, as what follows. */
  @Optional() @ListOf(() => SuspendedView) suspended?: SuspendedView[];
  @Optional() @IsInt() open_reviews?: number;
}

@Action('get-forum', {
  access: 'public',
  description: 'A forum with its categories, its tags and its staff, and what the caller is in it.',
  input: ForumKeyFields,
  result: Result,
  refuses: { 404: ['Forum not found'] },
})
export class GetForum {
  constructor(
    private readonly access: ForumAccessService,
    private readonly lists: ForumListRepository,
    private readonly members: MemberRepository,
    private readonly reviews: ReviewRepository,
    private readonly me: CallerStateService,
  ) {}

  async run({ input, caller }: PublicCall<ForumKeyFields>) {
    const { forum, permissions } = await this.access.loadForum(input, caller);
    const [categories, tags, staff, me, moderation] = await Promise.all([
      this.lists.categories(forum.id),
      this.lists.tags(forum.id),
      this.members.listStaff(forum.id, forum.owner_id),
      this.me.of(permissions),
      permissions.countsAsStaff ? this.loadModeration(forum.id) : {},
    ]);
    return { forum: presentForum(forum, permissions), categories, tags, staff, me, ...moderation };
  }

  private async loadModeration(forumId: string) {
    const [suspended, open_reviews] = await Promise.all([
      this.members.listSuspended(forumId),
      this.reviews.countOpenPosts(forumId),
    ]);
    return { suspended, open_reviews };
  }
}
