import type { Caller } from '../../../platform/access/caller.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { allowedBySiteRole, seesAsAdmin } from '../../kernel/site-role.js';
import type { ForumCategory } from '../entities/forum-category.entity.js';
import type { ForumMember } from '../entities/forum-member.entity.js';
import type { Forum } from '../entities/forum.entity.js';

/** Who somebody is in a forum, at this moment. */
export class Standing {
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

  /** The same people, for what they are shown and for limits that spare them. */
  get countsAsStaff(): boolean {
    return this.isForumStaff || seesAsAdmin(this.caller);
  }

  get isTrusted(): boolean {
    return this.countsAsStaff || (this.isMember && this.member?.trusted === true);
  }

  get isSuspended(): boolean {
    return (this.member?.suspended_until?.getTime() ?? 0) > Date.now();
  }

  get mayRead(): boolean {
    const { visibility, status } = this.forum;
    return this.isMember || (visibility === 'public' && status !== 'archived') || this.isOwner;
  }

  get role(): 'owner' | 'moderator' | 'member' | null {
    if (this.isForumOwner) return 'owner';
    return this.isMember ? (this.member as ForumMember).role : null;
  }

  /** Why the member may not write here; undefined where they may, as far as it depends on the member and the forum. */
  refusal(): Refusal | undefined {
    const { forum, member } = this;
    if (member?.banned) return new Refusal(409, 'You are banned from this forum');
    if (this.isSuspended) return new Refusal(409, `You are suspended until ${member?.suspended_until?.toISOString()}`);
    const isClosed = forum.status === 'archived' || (forum.status === 'read_only' && !this.isStaff);
    return isClosed ? new Refusal(409, 'Forum is read-only') : undefined;
  }

  /** The same of one of its categories. */
  writes({ archived }: ForumCategory): void {
    const refusal = this.refusal() ?? (archived ? new Refusal(409, 'Category is archived') : undefined);
    if (refusal) throw refusal;
  }

  private get isForumOwner(): boolean {
    return this.caller?.id === this.forum.owner_id;
  }

  /** A moderator who is suspended is none meanwhile. */
  private get isForumStaff(): boolean {
    const isModerator = this.isMember && this.member?.role === 'moderator' && !this.isSuspended;
    return this.isForumOwner || isModerator;
  }
}
