import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ReviewKind, ReviewStatus } from '../entities/post-review.entity.js';
import type { PostStatus } from '../entities/post.entity.js';
import { ForumNews } from '../forum-news.js';
import type { InPost } from '../places/entrance.js';
import { PostRepository } from '../talk/post.repository.js';
import { Telling } from '../talk/telling.js';
import { mentionsOf } from '../talk/writing.js';
import { PostStates } from './post-states.js';
import { ReviewRepository } from './review.repository.js';

export const DECISIONS = ['agree', 'disagree', 'approve', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

export interface Choice {
  decision: Decision;
  delete: boolean;
  note: string | null;
}

const ABOUT: Record<Decision, { kind: ReviewKind; status: ReviewStatus }> = {
  agree: { kind: 'flag', status: 'agreed' },
  disagree: { kind: 'flag', status: 'disagreed' },
  approve: { kind: 'approval', status: 'approved' },
  reject: { kind: 'approval', status: 'rejected' },
};

/** What becomes of a post that was looked at, and who hears of it; its topic is locked. */
@AppProvider()
export class Resolving {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly states: PostStates,
    private readonly posts: PostRepository,
    private readonly telling: Telling,
    private readonly news: ForumNews,
  ) {}

  /** How many reviews that closes. */
  async resolve(place: InPost, { id: by }: Caller, choice: Choice): Promise<number> {
    const { post, topic } = place;
    const { kind, status } = ABOUT[choice.decision];
    const open = await this.reviews.open(post.id);
    if (!open.some((review) => review.kind === kind)) throw new Refusal(409, 'Nothing to resolve');
    const resolved = await this.reviews.resolve(post.id, status, by, choice.note);
    const now = await this.states.set(place, becomes(post.status, choice), by);
    const isWrong = status === 'agreed' || status === 'rejected';
    // From now on it is not its author's to restore.
    if (isWrong && post.status === 'deleted') await this.posts.setStatus(post.id, 'deleted', by);
    const reporters = resolved.flatMap(({ reporter_id }) => reporter_id ?? []);
    this.news.flagResolved(topic, post, reporters, { agreed: status === 'agreed', by });
    if (isWrong) this.news.removed(topic, post, by, choice.note);
    if (status === 'approved' && now.post !== post && now.topic.status !== 'deleted') {
      this.news.approved(topic, post, by);
      await this.telling.written(now.topic, now.post, mentionsOf(post.body));
    }
    return resolved.length;
  }
}

/** What was deleted meanwhile stays so. */
function becomes(status: PostStatus, { decision, delete: isDeleted }: Choice): PostStatus {
  if (status === 'deleted') return status;
  if (decision === 'reject') return 'deleted';
  if (decision === 'agree') return isDeleted ? 'deleted' : 'hidden';
  return 'visible';
}
