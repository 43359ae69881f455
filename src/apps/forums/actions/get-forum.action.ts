import { IsInt } from 'class-validator';
import { ListOf, Nested, Nullable, Optional } from '../../../platform/http/input/fields.js';
import { Action, type PublicCall } from '../../kernel/action.js';
import { presentForum } from '../forums.presenter.js';
import { ForumView } from '../forums.views.js';
import { ReviewRepository } from '../keeping/review.repository.js';
import { Me, MeView } from '../people/me.js';
import { MemberRepository } from '../people/member.repository.js';
import { Entrance } from '../places/entrance.js';
import { ForumListRepository } from '../places/forum-list.repository.js';
import { ForumKeyFields } from '../places/forum.inputs.js';
import { CategoryLine, StaffView, SuspendedView, UsedTag } from '../places/forum-page.views.js';

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
    private readonly entrance: Entrance,
    private readonly lists: ForumListRepository,
    private readonly members: MemberRepository,
    private readonly reviews: ReviewRepository,
    private readonly me: Me,
  ) {}

  async run({ input, caller }: PublicCall<ForumKeyFields>) {
    const { forum, standing } = await this.entrance.forum(input, caller);
    const [categories, tags, staff, me, keeping] = await Promise.all([
      this.lists.categories(forum.id),
      this.lists.tags(forum.id),
      this.members.staff(forum.id, forum.owner_id),
      this.me.of(standing),
      standing.countsAsStaff ? this.keeping(forum.id) : {},
    ]);
    return { forum: presentForum(forum, standing), categories, tags, staff, me, ...keeping };
  }

  private async keeping(forumId: string) {
    const [suspended, open_reviews] = await Promise.all([
      this.members.suspended(forumId),
      this.reviews.countOpen(forumId),
    ]);
    return { suspended, open_reviews };
  }
}
