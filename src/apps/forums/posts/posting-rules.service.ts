import { mentionsOf } from './post-notifications.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/access.js';
import { forbidden, Refusal } from '../../../platform/http/refusal.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { markdown } from '../../kernel/pages/markdown.js';
import type { Topic } from '../topics/topic.entity.js';
import { ForumsSettings } from '../forums.settings.js';
import { MembershipService } from '../members/membership.service.js';
import { type CategoryContext, ForumPermissions, NEWCOMER } from '../access/forum-access.service.js';
import { PostRepository } from './post.repository.js';

const PAUSE_SECONDS = 10;

export interface Text {
  body: string;
  html: string;
  links: number;
  mentions: string[];
}

export interface Writer {
  permissions: ForumPermissions;
  /** The limits of newcomers apply. */
  isNew: boolean;
}

/** Who may write posts, how often, and what the posts may contain. */
@AppProvider()
export class PostingRulesService {
  constructor(
    private readonly memberships: MembershipService,
    private readonly posts: PostRepository,
    private readonly settings: AppSettings,
    private readonly limits: LimitsService,
  ) {}

  /** Renders the text to HTML. This is slow: only for callers who may write, and outside of a transaction. */
  async renderText(body: string, caller: Caller): Promise<Text> {
    await this.limits.draw(caller.id, body.length);
    return { body, ...markdown(body), mentions: mentionsOf(body) };
  }

  /** Reads the caller's state without a lock, so that a refusal comes before Markdown is rendered. */
  checkVisitor(context: CategoryContext): Promise<Writer> {
    checkMayWrite(context);
    return this.writerOf(context.permissions);
  }

  /** Writing in an open forum makes the caller a member. Their membership is locked and read anew. */
  async joinAsWriter(context: CategoryContext, caller: Caller): Promise<Writer> {
    checkMayWrite(context);
    const { forum, category } = context;
    const now = new ForumPermissions(forum, await this.memberships.join(forum, caller.id), caller);
    now.checkMayWrite(category);
    return this.writerOf(now);
  }

  async writerOf(permissions: ForumPermissions): Promise<Writer> {
    const { newcomer_limits } = await this.settings.of(ForumsSettings, permissions.forum.owner_id);
    return { permissions, isNew: newcomer_limits && !permissions.isTrusted };
  }

  /** `topic`: the topic of a reply; undefined for a new topic. */
  async checkPace({ permissions, isNew }: Writer, topic: Topic | undefined): Promise<void> {
    const { forum, caller, countsAsStaff, isInFirstDay } = permissions;
    if (countsAsStaff) return;
    const { seconds, seconds_here, ...day } = await this.posts.pace(forum.id, (caller as Caller).id, topic?.id ?? null);
    if (topic && seconds_here !== null && seconds_here < topic.slow_mode_seconds)
      throw new Refusal(409, 'Slow mode: try again later');
    const what = topic ? 'replies' : 'topics';
    if (isNew && isInFirstDay && day[what] >= NEWCOMER[what])
      throw new Refusal(409, `New members can post ${NEWCOMER[what]} ${what} a day`);
    if (seconds !== null && seconds < PAUSE_SECONDS)
      throw new Refusal(429, 'Posting too fast', { retryAfterSeconds: Math.ceil(PAUSE_SECONDS - seconds) });
  }

  /** `waits`: staff has to approve the post first. */
  checkText({ isNew }: Writer, { links, mentions }: Text): { waits: boolean } {
    if (!isNew) return { waits: false };
    for (const [what, count] of Object.entries({ links, mentions: mentions.length })) {
      const most = NEWCOMER[what as 'links'];
      if (count > most) throw new Refusal(400, `New members can post ${most} ${what}`);
    }
    return { waits: links > 0 };
  }
}

function checkMayWrite({ forum, category, permissions }: CategoryContext): void {
  permissions.checkMayWrite(category);
  const mayEnter = forum.visibility === 'public' && forum.join_policy === 'open';
  if (!permissions.isMember && !mayEnter && !permissions.isOwner) throw forbidden();
}
