import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Post } from '../entities/post.entity.js';
import type { Topic } from '../entities/topic.entity.js';
import { ForumNews } from '../forum-news.js';
import { ForumsSettings } from '../forums.settings.js';
import { TellWatchers } from '../jobs/tell-watchers.job.js';
import { MemberRepository } from '../people/member.repository.js';
import { TrackingRepository } from './tracking.repository.js';

/** Who hears of a post that can be seen: of one post nobody hears twice. */
@AppProvider()
export class Telling {
  constructor(
    private readonly tracking: TrackingRepository,
    private readonly members: MemberRepository,
    private readonly settings: AppSettings,
    private readonly news: ForumNews,
    private readonly jobs: JobsService,
    private readonly tellWatchers: TellWatchers,
  ) {}

  async written(topic: Topic, post: Post, mentions: string[]): Promise<void> {
    const { reply_to_number } = post;
    const to = reply_to_number ? await this.tracking.answered(topic.id, reply_to_number) : undefined;
    const told = to && to !== post.owner_id ? [to] : [];
    for (const id of told) this.news.replied(topic, post, id);
    told.push(...(await this.mentioned(topic, post, mentions, { by: post.owner_id, but: told })));
    if (post.number > 1) await this.jobs.enqueue(this.tellWatchers, { post_id: post.id, told });
  }

  /** Members of the forum, also where they have muted the topic. */
  async mentioned(topic: Topic, post: Post, names: string[], { by, but }: { by: string; but: string[] }) {
    const named = await this.members.named(topic.forum_id, names);
    const wishes = await this.settings.ofMany(ForumsSettings, named);
    const users = named.filter((id) => id !== by && !but.includes(id) && wishes.get(id)?.notify_mentions);
    this.news.mentioned(topic, post, users, by);
    return users;
  }
}
