import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { PostView } from '../forums.views.js';
import type { InTopic } from '../places/entrance.js';
import { type Look, PostRepository } from './post.repository.js';

const PAGE = new Keyset({ name: 'forums-posts', defaultLimit: 20, maxLimit: 50 });

export interface PostQuery extends PageQuery {
  from_number?: number;
  around?: number;
  only_author?: boolean;
}

export interface PostPage {
  posts: PostView[];
  next_cursor: string | null;
  prev_cursor: string | null;
}

/** The posts of a topic by their numbers: from one on, before one, or around one. */
@AppProvider()
export class PostPages {
  constructor(private readonly repository: PostRepository) {}

  async of({ topic, standing }: InTopic, query: PostQuery): Promise<PostPage> {
    const slice = PAGE.read(query);
    const look: Look = {
      topic_id: topic.id,
      user_id: standing.caller?.id ?? null,
      is_staff: standing.countsAsStaff,
      author_id: query.only_author ? topic.owner_id : null,
    };
    const found = await this.repository.page(look, await this.begin(look, query, slice), slice.fetch);
    const { rows: posts, next_cursor } = PAGE.cut(found, slice, ({ number }) => ['from', number + 1]);
    const first = posts[0]?.number ?? 1;
    // Cut as if there were one more, which the first post of all always is.
    const before = PAGE.cut([first, first], { ...slice, limit: 1 }, (number) => ['before', number]);
    return { posts, next_cursor, prev_cursor: first > 1 ? before.next_cursor : null };
  }

  private async begin(look: Look, { from_number = 1, around }: PostQuery, { after, limit }: Slice): Promise<number> {
    if (!after) {
      if (around === undefined) return from_number;
      return this.repository.startBefore(look, around, Math.floor(limit / 2));
    }
    const [kind, number] = [after[0], Number(after[1])];
    if (!Number.isSafeInteger(number) || number > MOST) throw new Refusal(400, 'Invalid cursor');
    return kind === 'before' ? this.repository.startBefore(look, number, limit) : number;
  }
}

type Slice = ReturnType<Keyset['read']>;
const MOST = 2_147_483_647;
