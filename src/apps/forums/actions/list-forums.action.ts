import { IsBoolean, IsInt } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { ForumView, presentForum } from '../forums/forum.views.js';
import { ForumListRepository } from '../forums/forum-list.repository.js';
import { TrackingRepository } from '../topics/tracking.repository.js';

class Input extends Page {
  @Optional() @Chars(1, 100) q?: string;
  @Optional() @IsBoolean() mine?: boolean;
}

class ListedForum extends ForumView {
  /** In the caller's own list: how many followed topics have new posts. */
  @Optional() @IsInt() unread?: number;
}

class Result extends pageOf('forums', () => ListedForum) {}

@Action('list-forums', {
  access: 'public',
  description: 'Forums that are open to all, the largest first; or those of which the caller is a member.',
  input: Input,
  result: Result,
})
export class ListForums {
  constructor(
    private readonly forums: ForumListRepository,
    private readonly tracking: TrackingRepository,
  ) {}

  async run({ input: { q, mine, ...page }, caller }: PublicCall<Input>) {
    if (mine && !caller) return { forums: [], next_cursor: null };
    const member = mine ? caller?.id : undefined;
    const { rows, next_cursor } = await this.forums.list(member, q, pageQuery(page));
    const ids = rows.map(({ id }) => id);
    const unread = member ? await this.tracking.countUnread(member, ids) : undefined;
    const forums = rows.map((forum) => ({
      ...presentForum(forum, { isOwner: false }),
      ...(unread && { unread: unread.get(forum.id) ?? 0 }),
    }));
    return { forums, next_cursor };
  }
}
