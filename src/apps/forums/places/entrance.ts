import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { forbidden, invalid, notFound } from '../../../platform/http/refusal.js';
import type { ForumCategory } from '../entities/forum-category.entity.js';
import type { Forum } from '../entities/forum.entity.js';
import type { Post } from '../entities/post.entity.js';
import type { Topic } from '../entities/topic.entity.js';
import { type ForumRows, PlaceRepository } from './place.repository.js';
import { Standing } from './standing.js';

export interface InForum {
  forum: Forum;
  standing: Standing;
}
export type InCategory = InForum & { category: ForumCategory };
export type InTopic = InCategory & { topic: Topic };
export type InPost = InTopic & { post: Post };

export interface ForumKey {
  forum_id?: string;
  slug?: string;
}

type Asks = Caller | undefined;

/** Loads forum rows for a caller; 404 for what the caller may not see. */
@AppProvider()
export class Entrance {
  constructor(private readonly places: PlaceRepository) {}

  async forum(key: ForumKey, caller: Asks): Promise<InForum> {
    const place = await this.anyForum(key, caller);
    if (!place.standing.mayRead) throw notFound('Forum');
    return place;
  }

  /** Also finds a forum that the caller may not see, to join it. */
  async anyForum({ forum_id, slug }: ForumKey, caller: Asks): Promise<InForum> {
    if ((forum_id === undefined) === (slug === undefined))
      throw invalid({ field: 'forum_id', message: 'exactly one of forum_id and slug is needed' });
    const user = caller?.id ?? null;
    const found = forum_id ? await this.places.ofForum(forum_id, user) : await this.places.ofSlug(slug as string, user);
    if (!found) throw notFound('Forum');
    return { forum: found.forum, standing: standingOf(found, caller) };
  }

  /** For its staff alone. */
  async staffed(forum_id: string, caller: Caller): Promise<InForum> {
    const place = await this.forum({ forum_id }, caller);
    if (!place.standing.isStaff) throw forbidden();
    return place;
  }

  async category(id: string, caller: Caller): Promise<InCategory> {
    return this.seen('Category', await this.places.ofCategory(id, caller.id), caller);
  }

  /** Locks the forum of the category: every change of a forum or of its categories takes this lock. */
  async lockCategory(id: string, caller: Caller): Promise<InCategory> {
    await this.places.lockForumOfCategory(id);
    return this.category(id, caller);
  }

  async topic(id: string, caller: Asks): Promise<InTopic> {
    const place = this.seen('Topic', await this.places.ofTopic(id, caller?.id ?? null), caller);
    if (!isShown(place)) throw notFound('Topic');
    return place;
  }

  /** Locked: nobody else writes in it until the transaction ends. So all that belongs to it is locked too. */
  async lockTopic(id: string, caller: Caller): Promise<InTopic> {
    await this.places.lockTopic(id);
    return this.topic(id, caller);
  }

  /**
   * With its topic locked. A post that the caller may not see is not there; `stubs`: it is, where its place is left for
   * all to see.
   */
  async lockPost(id: string, caller: Caller, { stubs = false } = {}): Promise<InPost> {
    await this.places.lockTopicOf(id);
    return this.post(id, caller, { stubs });
  }

  async post(id: string, caller: Caller, { stubs = false } = {}): Promise<InPost> {
    const place = this.seen('Post', await this.places.ofPost(id, caller.id), caller);
    const { post, standing } = place;
    const isSeen = post.status === 'visible' || (stubs && post.status === 'hidden');
    const isOwn = post.owner_id === caller.id;
    if (!isShown(place) || (!isSeen && !isOwn && !standing.isStaff)) throw notFound('Post');
    return place;
  }

  private seen<Rows extends ForumRows>(thing: string, found: Rows | undefined, caller: Asks) {
    if (!found) throw notFound(thing);
    const standing = standingOf(found, caller);
    if (!standing.mayRead) throw notFound('Forum');
    return { ...found, standing };
  }
}

const standingOf = ({ forum, member }: ForumRows, caller: Asks) => new Standing(forum, member ?? undefined, caller);

export const isListed = ({ status }: Pick<Topic, 'status'>) => status === 'open' || status === 'closed';

/** What is no more listed is for the staff; its author sees it until it is deleted. */
function isShown({ topic, standing }: InTopic): boolean {
  const isOwn = topic.owner_id === standing.caller?.id && topic.status !== 'deleted';
  return isListed(topic) || isOwn || standing.isStaff;
}
