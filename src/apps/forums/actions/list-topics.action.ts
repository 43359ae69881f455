import { IsIn, IsString } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { TopicView } from '../posts/post.views.js';
import { ForumAccessService, type ForumContext } from '../access/forum-access.service.js';
import {
  FILTERS,
  OF_CALLER,
  PERIODS,
  type Period,
  type TopicFilter,
  TopicListRepository,
} from '../topics/topic-list.repository.js';
import { TopicRepository } from '../topics/topic.repository.js';

class Input extends Page {
  @Optional() @Uuid() forum_id?: string;
  @Optional() @Chars(1, 60) slug?: string;
  @Optional() @Uuid() category_id?: string;
  @Optional() @Chars(1, 30) tag?: string;
  @Optional() @Chars(2, 200) q?: string;
  @Optional() @Uuid() author_id?: string;
  @Optional() @IsIn(FILTERS) filter?: TopicFilter;
  /** For `top`. */
  @Optional() @IsIn([...Object.keys(PERIODS), 'all']) period?: Period;
}

class FoundTopic extends TopicView {
  /** Of a search: the words around what was found. */
  @Optional() @IsString() headline?: string;
}

class Result extends pageOf('topics', () => FoundTopic) {}

@Action('list-topics', {
  access: 'public',
  description: 'Topics of a forum, pinned ones first and then the latest; or what a search finds in its posts.',
  input: Input,
  result: Result,
  refuses: { 404: ['Forum not found'] },
})
export class ListTopics {
  constructor(
    private readonly access: ForumAccessService,
    private readonly lists: TopicListRepository,
    private readonly topics: TopicRepository,
  ) {}

  async run({ input, caller }: PublicCall<Input>) {
    const { forum_id, slug, ...wishes } = input;
    const context = await this.access.loadForum({ forum_id, slug }, caller);
    if (!caller && OF_CALLER.has(wishes.filter)) return { topics: [], next_cursor: null };
    const { rows, next_cursor } = await this.found(context, wishes);
    const views = await this.topics.loadViews(
      rows.map(({ id }) => id),
      caller?.id ?? null,
    );
    const headlines = new Map(rows.map((row) => [row.id, 'headline' in row ? { headline: row.headline } : {}]));
    return { topics: views.map((topic) => ({ ...topic, ...headlines.get(topic.id) })), next_cursor };
  }

  private found(
    { forum, permissions }: ForumContext,
    { q, filter = 'latest', period = 'month', tag, ...input }: Input,
  ) {
    const { cursor, limit, ...wishes } = input;
    const wanted = { ...wishes, tag: tag?.toLowerCase(), forum_id: forum.id, user_id: permissions.caller?.id };
    const page = pageQuery({ cursor, limit });
    if (q !== undefined) return this.lists.search(wanted, { q, language: forum.language }, page);
    if (filter === 'top') return this.lists.top(wanted, period, page);
    return this.lists.latest(wanted, filter, page);
  }
}
