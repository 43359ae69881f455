import { AppProvider } from '../../kernel/app-provider.js';
import type { Post, PostStatus } from './post.entity.js';
import type { Topic, TopicStatus } from '../topics/topic.entity.js';
import { PostRepository } from './post.repository.js';
import { TopicRepository } from '../topics/topic.repository.js';
import { CounterRepository } from '../counter.repository.js';

interface Changed {
  post: Post;
  topic: Topic;
}

/** Changes the status of a post and what follows from it in its locked topic: the count, the solution, the topic's status. */
@AppProvider()
export class PostStatusService {
  constructor(
    private readonly posts: PostRepository,
    private readonly topics: TopicRepository,
    private readonly counters: CounterRepository,
  ) {}

  async changeStatus({ post, topic }: Changed, status: PostStatus, by: string | null = null): Promise<Changed> {
    if (post.status === status) return { post, topic };
    const now = await this.posts.setStatus(post.id, status, by);
    const seen = Number(status === 'visible') - Number(post.status === 'visible');
    const isLost = status === 'deleted' && topic.solution_post_id === post.id;
    const changed = await this.topics.change(topic.id, {
      post_count: topic.post_count + seen,
      ...(isLost && { solution_post_id: null }),
      ...(post.number === 1 && { status: withFirstPost(topic.status, post.status, status) }),
    });
    this.counters.countTopic(topic, changed, { user_id: post.owner_id, posts: seen });
    return { post: now, topic: changed };
  }
}

/** A topic follows the status of its first post, unless the topic itself was deleted. */
function withFirstPost(topic: TopicStatus, was: PostStatus, is: PostStatus): TopicStatus {
  return topic === 'deleted' && was !== 'deleted' ? topic : AS_FIRST_POST[is](topic);
}

const AS_FIRST_POST: Record<PostStatus, (was: TopicStatus) => TopicStatus> = {
  visible: (was) => (was === 'closed' ? was : 'open'),
  pending: (was) => (was === 'open' || was === 'deleted' ? 'pending' : was),
  hidden: (was) => (was === 'open' ? 'hidden' : was),
  deleted: () => 'deleted',
};
