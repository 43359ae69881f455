import type { Caller } from '../../../platform/access/access.js';
import { forbidden, invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { ForumCategory, Forum, ForumMember } from '../forums/forum.entity.js';
import type { Post } from '../posts/post.entity.js';
import { isListed, type Topic } from '../topics/topic.entity.js';
import { type ForumRows, ForumAccessRepository } from './forum-access.repository.js';
import { allowedBySiteRole, seesAsAdmin } from '../../kernel/calls/site-role.js';

const DAY_MS = 24 * 3_600_000;

/** Limits of members without trust: topics and replies in the first day, links and mentions in each post. */
export const NEWCOMER = { topics: 3, replies: 10, links: 2, mentions: 2 };

export interface ForumContext {
  forum: Forum;
  permissions: ForumPermissions;
}
export type CategoryContext = ForumContext & { category: ForumCategory };
export type TopicContext = CategoryContext & { topic: Topic };
export type PostContext = TopicContext & { post: Post };

export interface ForumKey {
  forum_id?: string;
  slug?: string;
}

/** Loads forum rows for a caller; 404 for what the caller may not see. */
@AppProvider()
export class ForumAccessService {
  constructor(private readonly rows: ForumAccessRepository) {}

  async loadForum(key: ForumKey, caller: Caller | undefined): Promise<ForumContext> {
    const context = await this.loadAnyForum(key, caller);
    if (!context.permissions.mayRead) throw notFound('Forum');
    return context;
  }

  /** Also finds a forum that the caller may not see, to join it. */
  async loadAnyForum({ forum_id, slug }: ForumKey, caller: Caller | undefined): Promise<ForumContext> {
    if ((forum_id === undefined) === (slug === undefined))
      throw invalid({ field: 'forum_id', message: 'exactly one of forum_id and slug is needed' });
    const user = caller?.id ?? null;
    const found = forum_id
      ? await this.rows.findForum(forum_id, user)
      : await this.rows.findForumBySlug(slug as string, user);
    if (!found) throw notFound('Forum');
    return { forum: found.forum, permissions: permissionsOf(found, caller) };
  }

  /** 403 for callers who are not staff of the forum. */
  async loadModeratedForum(forum_id: string, caller: Caller): Promise<ForumContext> {
    const context = await this.loadForum({ forum_id }, caller);
    if (!context.permissions.isStaff) throw forbidden();
    return context;
  }

  async loadCategory(id: string, caller: Caller): Promise<CategoryContext> {
    return this.checked('Category', await this.rows.findCategory(id, caller.id), caller);
  }

  /** Locks the forum of the category: every change of a forum or of its categories takes this lock. */
  async lockCategory(id: string, caller: Caller): Promise<CategoryContext> {
    await this.rows.lockForumOfCategory(id);
    return this.loadCategory(id, caller);
  }

  async loadTopic(id: string, caller: Caller | undefined): Promise<TopicContext> {
    const context = this.checked('Topic', await this.rows.findTopic(id, caller?.id ?? null), caller);
    if (!isShown(context)) throw notFound('Topic');
    return context;
  }

  /** The lock covers the posts, likes and reviews of the topic: a change of one of them locks the topic first. */
  async lockTopic(id: string, caller: Caller): Promise<TopicContext> {
    await this.rows.lockTopic(id);
    return this.loadTopic(id, caller);
  }

  /**
   * Locks the topic of the post. `stubs`: also accepts hidden posts, which others see as an empty stub.
   */
  async lockPost(id: string, caller: Caller, { stubs = false } = {}): Promise<PostContext> {
    await this.rows.lockTopicOfPost(id);
    return this.loadPost(id, caller, { stubs });
  }

  async loadPost(id: string, caller: Caller, { stubs = false } = {}): Promise<PostContext> {
    const context = this.checked('Post', await this.rows.findPost(id, caller.id), caller);
    const { post, permissions } = context;
    const isSeen = post.status === 'visible' || (stubs && post.status === 'hidden');
    const isOwn = post.owner_id === caller.id;
    if (!isShown(context) || (!isSeen && !isOwn && !permissions.isStaff)) throw notFound('Post');
    return context;
  }

  private checked<Rows extends ForumRows>(thing: string, found: Rows | undefined, caller: Caller | undefined) {
    if (!found) throw notFound(thing);
    const permissions = permissionsOf(found, caller);
    if (!permissions.mayRead) throw notFound('Forum');
    return { ...found, permissions };
  }
}

const permissionsOf = ({ forum, member }: ForumRows, caller: Caller | undefined) =>
  new ForumPermissions(forum, member ?? undefined, caller);

/** A topic that is not listed is shown to staff, and to its author until it is deleted. */
function isShown({ topic, permissions }: TopicContext): boolean {
  const isOwn = topic.owner_id === permissions.caller?.id && topic.status !== 'deleted';
  return isListed(topic) || isOwn || permissions.isStaff;
}

/** What the caller may do in a forum at this moment. */
export class ForumPermissions {
  constructor(
    readonly forum: Forum,
    readonly member: ForumMember | undefined,
    readonly caller: Caller | undefined,
  ) {}

  /** The owner or an administrator: for decisions, because it counts as a use of the site role. */
  get isOwner(): boolean {
    return this.isForumOwner || allowedBySiteRole(this.caller);
  }

  get isMember(): boolean {
    return this.member !== undefined && !this.member.left_at && !this.member.banned;
  }

  /** The owner, the moderators and administrators: for decisions, because it counts as a use of the site role. */
  get isStaff(): boolean {
    return this.isForumStaff || allowedBySiteRole(this.caller);
  }

  /** The same people, for what they are shown and for limits that do not apply to them. */
  get countsAsStaff(): boolean {
    return this.isForumStaff || seesAsAdmin(this.caller);
  }

  get isTrusted(): boolean {
    return this.countsAsStaff || (this.isMember && this.member?.trusted === true);
  }

  get isSuspended(): boolean {
    return (this.member?.suspended_until?.getTime() ?? 0) > Date.now();
  }

  /** True also before joining. */
  get isInFirstDay(): boolean {
    return Date.now() - (this.member?.joined_at.getTime() ?? Date.now()) < DAY_MS;
  }

  /** Authors may change a text for one day, trusted members for 30 days, and staff at any time. */
  mayStillEdit(created: Date): boolean {
    return Date.now() - created.getTime() < (this.isTrusted ? 30 * DAY_MS : DAY_MS) || this.isStaff;
  }

  get mayRead(): boolean {
    const { visibility, status } = this.forum;
    return this.isMember || (visibility === 'public' && status !== 'archived') || this.isOwner;
  }

  get role(): 'owner' | 'moderator' | 'member' | null {
    if (this.isForumOwner) return 'owner';
    return this.isMember ? (this.member as ForumMember).role : null;
  }

  /** Why the caller may not write in the forum; undefined if they may. */
  writeRefusal(): Refusal | undefined {
    const { forum, member } = this;
    if (member?.banned) return new Refusal(409, 'You are banned from this forum');
    if (this.isSuspended) return new Refusal(409, `You are suspended until ${member?.suspended_until?.toISOString()}`);
    const isClosed = forum.status === 'archived' || (forum.status === 'read_only' && !this.isStaff);
    return isClosed ? new Refusal(409, 'Forum is read-only') : undefined;
  }

  /** Throws if the caller may not write in this category. */
  checkMayWrite({ archived }: ForumCategory): void {
    const refusal = this.writeRefusal() ?? (archived ? new Refusal(409, 'Category is archived') : undefined);
    if (refusal) throw refusal;
  }

  private get isForumOwner(): boolean {
    return this.caller?.id === this.forum.owner_id;
  }

  /** A suspended moderator has no rights of a moderator meanwhile. */
  private get isForumStaff(): boolean {
    const isModerator = this.isMember && this.member?.role === 'moderator' && !this.isSuspended;
    return this.isForumOwner || isModerator;
  }
}
