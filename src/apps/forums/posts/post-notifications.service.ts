import { mentionsIn } from '../../../notifications/mentions.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Post } from './post.entity.js';
import type { Topic } from '../topics/topic.entity.js';
import { ForumNotificationsService } from '../forum-notifications.service.js';
import { ForumsSettings } from '../forums.settings.js';
import { TellWatchers } from '../jobs/tell-watchers.job.js';
import { MemberRepository } from '../members/member.repository.js';
import { TrackingRepository } from '../topics/tracking.repository.js';

const MOST_MENTIONS = 10;

export const mentionsOf = (body: string) => mentionsIn(body).slice(0, MOST_MENTIONS);

/** Notifies of a visible post: its reply target, the mentioned members and, by a job, the watchers; each person once. */
@AppProvider()
export class PostNotificationsService {
  constructor(
    private readonly tracking: TrackingRepository,
    private readonly members: MemberRepository,
    private readonly settings: AppSettings,
    private readonly notifications: ForumNotificationsService,
    private readonly jobs: JobsService,
    private readonly tellWatchers: TellWatchers,
  ) {}

  async notifyOfPost(topic: Topic, post: Post, mentions: string[]): Promise<void> {
    const { reply_to_number } = post;
    const to = reply_to_number ? await this.tracking.findReplyRecipient(topic.id, reply_to_number) : undefined;
    const told = to && to !== post.owner_id ? [to] : [];
    for (const id of told) this.notifications.notifyReply(topic, post, id);
    told.push(...(await this.notifyMentioned(topic, post, mentions, { by: post.owner_id, but: told })));
    if (post.number > 1) await this.jobs.enqueue(this.tellWatchers, { post_id: post.id, told });
  }

  /** Mentions also reach members who have muted the topic. */
  async notifyMentioned(topic: Topic, post: Post, names: string[], { by, but }: { by: string; but: string[] }) {
    const named = await this.members.findNamed(topic.forum_id, names);
    const wishes = await this.settings.ofMany(ForumsSettings, named);
    const users = named.filter((id) => id !== by && !but.includes(id) && wishes.get(id)?.notify_mentions);
    this.notifications.notifyMention(topic, post, users, by);
    return users;
  }
}
