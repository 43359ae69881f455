import { type Caller, isAdmin } from '../../../platform/access/caller.js';
import { Refusal } from '../../../platform/http/refusal.js';
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

  get isOwner(): boolean {
    return this.caller !== undefined && (this.caller.id === this.forum.owner_id || isAdmin(this.caller));
  }

  get isMember(): boolean {
    return this.member !== undefined && !this.member.left_at && !this.member.banned;
  }

  /** The owner and the moderators; one who is suspended is none meanwhile. */
  get isStaff(): boolean {
    return this.isOwner || (this.isMember && this.member?.role === 'moderator' && !this.isSuspended);
  }

  get isTrusted(): boolean {
    return this.isStaff || (this.isMember && this.member?.trusted === true);
  }

  get isSuspended(): boolean {
    return (this.member?.suspended_until?.getTime() ?? 0) > Date.now();
  }

  get mayRead(): boolean {
    const { visibility, status } = this.forum;
    return this.isMember || this.isOwner || (visibility === 'public' && status !== 'archived');
  }

  get role(): 'owner' | 'moderator' | 'member' | null {
    if (this.caller?.id === this.forum.owner_id) return 'owner';
    return this.isMember ? (this.member as ForumMember).role : null;
  }

  /** Why he may write nothing here; undefined where he may, as far as that depends on him and on the forum. */
  refusal(): Refusal | undefined {
    const { forum, member, isStaff } = this;
    if (member?.banned) return new Refusal(409, 'You are banned from this forum');
    if (this.isSuspended)
      return new Refusal(409, `You are suspended until ${member?.suspended_until?.toISOString()}`);
    const isClosed = forum.status === 'archived' || (forum.status === 'read_only' && !isStaff);
    return isClosed ? new Refusal(409, 'Forum is read-only') : undefined;
  }

  /** The same of one of its categories. */
  writes({ archived }: ForumCategory): void {
    const refusal = this.refusal() ?? (archived ? new Refusal(409, 'Category is archived') : undefined);
    if (refusal) throw refusal;
  }
}
