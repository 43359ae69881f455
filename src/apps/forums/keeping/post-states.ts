import { AppProvider } from '../../kernel/app-provider.js';
import type { PostStatus } from '../entities/post.entity.js';
import type { Post } from '../entities/post.entity.js';
import type { Topic, TopicStatus } from '../entities/topic.entity.js';
import { PostRepository } from '../talk/post.repository.js';
import { TopicRepository } from '../talk/topic.repository.js';
import { Counters } from './counters.js';

interface Changed {
  post: Post;
  topic: Topic;
}

/** What comes and goes with the state of a post, in a topic that is locked: its count, its solution, its first post. */
@AppProvider()
export class PostStates {
  constructor(
    private readonly posts: PostRepository,
    private readonly topics: TopicRepository,
    private readonly counters: Counters,
  ) {}

  async set({ post, topic }: Changed, status: PostStatus, by: string | null = null): Promise<Changed> {
    if (post.status === status) return { post, topic };
    const now = await this.posts.setStatus(post.id, status, by);
    const seen = Number(status === 'visible') - Number(post.status === 'visible');
    const isLost = status === 'deleted' && topic.solution_post_id === post.id;
    const changed = await this.topics.update(topic.id, {
      post_count: topic.post_count + seen,
      ...(isLost && { solution_post_id: null }),
      ...(post.number === 1 && { status: withFirstPost(topic.status, post.status, status) }),
    });
    this.counters.topic(topic, changed, { user_id: post.owner_id, posts: seen });
    return { post: now, topic: changed };
  }
}

/** A topic goes with its first post, and comes back with it; not where the topic itself was deleted. */
function withFirstPost(topic: TopicStatus, was: PostStatus, is: PostStatus): TopicStatus {
  return topic === 'deleted' && was !== 'deleted' ? topic : AS_FIRST_POST[is](topic);
}

const AS_FIRST_POST: Record<PostStatus, (was: TopicStatus) => TopicStatus> = {
  visible: (was) => (was === 'closed' ? was : 'open'),
  pending: (was) => (was === 'open' || was === 'deleted' ? 'pending' : was),
  hidden: (was) => (was === 'open' ? 'hidden' : was),
  deleted: () => 'deleted',
};
