import { AppProvider } from '../../kernel/app-provider.js';
import type { Topic } from '../entities/topic.entity.js';
import { TopicRepository } from '../talk/topic.repository.js';
import { CleanUpRepository } from './clean-up.repository.js';
import { Counters } from './counters.js';

/** Takes away what somebody has flooded a forum with. */
@AppProvider()
export class CleanUp {
  constructor(
    private readonly posts: CleanUpRepository,
    private readonly topics: TopicRepository,
    private readonly counters: Counters,
  ) {}

  /** Locks the topics in which the member wrote lately: before the member's own row, as everywhere. */
  async prepare(forumId: string, userId: string): Promise<Topic[]> {
    const ids = await this.posts.topics(forumId, userId);
    return ids.length ? this.topics.lockAll(ids) : [];
  }

  async run(forumId: string, userId: string, by: string, locked: Topic[]): Promise<void> {
    const before = new Map(locked.map((topic) => [topic.id, topic]));
    const after = await this.posts.delete(forumId, userId, by, [...before.keys()]);
    const posts = -after.reduce((all, { seen }) => all + seen, 0);
    const changed = after.map((topic): [Topic | undefined, Topic] => [before.get(topic.id), topic]);
    this.counters.topics(forumId, changed, { user_id: userId, posts });
  }
}
