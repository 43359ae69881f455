import { AppProvider } from '../../kernel/app-provider.js';
import { mentionsIn } from '../../../notifications/mentions.service.js';
import type { Caller } from '../../../platform/access/caller.js';
import { forbidden, Refusal } from '../../../platform/http/refusal.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { markdown } from '../../kernel/markdown.js';
import type { Topic } from '../entities/topic.entity.js';
import { ForumsSettings } from '../forums.settings.js';
import { Joining } from '../people/joining.js';
import type { InCategory } from '../places/entrance.js';
import { Standing } from '../places/standing.js';
import { isInFirstDay, NEWCOMER } from './newcomer.js';
import { PaceRepository } from './pace.repository.js';

const PAUSE_SECONDS = 10;
const MOST_MENTIONS = 10;

export interface Text {
  body: string;
  html: string;
  links: number;
  mentions: string[];
}

export const mentionsOf = (body: string) => mentionsIn(body).slice(0, MOST_MENTIONS);

export interface Writer {
  standing: Standing;
  /** The caller is held to what newcomers may do. */
  isNew: boolean;
}

/** Who may write, how often and what. */
@AppProvider()
export class Writing {
  constructor(
    private readonly joining: Joining,
    private readonly pace: PaceRepository,
    private readonly settings: AppSettings,
    private readonly limits: LimitsService,
  ) {}

  /** The text as it will be shown. This is slow: only for callers who may write it, and outside of a transaction. */
  async draw(body: string, caller: Caller): Promise<Text> {
    await this.limits.draw(caller.id, body.length);
    return { body, ...markdown(body), mentions: mentionsOf(body) };
  }

  /** The caller's state, read without a lock: a refusal here costs no drawing of Markdown. */
  visitor(place: InCategory): Promise<Writer> {
    mayWrite(place);
    return this.held(place.standing);
  }

  /** A caller who is no member becomes one by writing, where everybody may. Their standing is read with their row locked. */
  async writer(place: InCategory, caller: Caller): Promise<Writer> {
    mayWrite(place);
    const { forum, category } = place;
    const now = new Standing(forum, await this.joining.enter(forum, caller.id), caller);
    now.writes(category);
    return this.held(now);
  }

  /** The same of what the caller has written already. */
  async held(standing: Standing): Promise<Writer> {
    const { newcomer_limits } = await this.settings.of(ForumsSettings, standing.forum.owner_id);
    return { standing, isNew: newcomer_limits && !standing.isTrusted };
  }

  /** `topic`: where the caller replies; undefined where they begin one. */
  async keepsPace({ standing, isNew }: Writer, topic: Topic | undefined): Promise<void> {
    const { forum, member, caller, countsAsStaff } = standing;
    if (countsAsStaff) return;
    const { seconds, seconds_here, ...day } = await this.pace.of(forum.id, (caller as Caller).id, topic?.id ?? null);
    if (topic && seconds_here !== null && seconds_here < topic.slow_mode_seconds)
      throw new Refusal(409, 'Slow mode: try again later');
    const what = topic ? 'replies' : 'topics';
    if (isNew && isInFirstDay(member) && day[what] >= NEWCOMER[what])
      throw new Refusal(409, `New members can post ${NEWCOMER[what]} ${what} a day`);
    if (seconds !== null && seconds < PAUSE_SECONDS)
      throw new Refusal(429, 'Posting too fast', { retryAfterSeconds: Math.ceil(PAUSE_SECONDS - seconds) });
  }

  /** Tells whether somebody has to look at it first. */
  allows({ isNew }: Writer, { links, mentions }: Text): { waits: boolean } {
    if (!isNew) return { waits: false };
    for (const [what, count] of Object.entries({ links, mentions: mentions.length })) {
      const most = NEWCOMER[what as 'links'];
      if (count > most) throw new Refusal(400, `New members can post ${most} ${what}`);
    }
    return { waits: links > 0 };
  }
}

function mayWrite({ forum, category, standing }: InCategory): void {
  standing.writes(category);
  const mayEnter = forum.visibility === 'public' && forum.join_policy === 'open';
  if (!standing.isMember && !mayEnter && !standing.isOwner) throw forbidden();
}
