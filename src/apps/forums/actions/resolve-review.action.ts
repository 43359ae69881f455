import { IsBoolean, IsIn, IsInt } from 'class-validator';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ForumAccessService, type PostContext } from '../access/forum-access.service.js';
import { ForumNotificationsService } from '../forum-notifications.service.js';
import { PostView } from '../posts/post.views.js';
import type { ReviewKind, ReviewStatus } from '../moderation/post-review.entity.js';
import { ReviewRepository } from '../moderation/review.repository.js';
import { mentionsOf, PostNotificationsService } from '../posts/post-notifications.service.js';
import { PostStatusService } from '../posts/post-status.service.js';
import type { PostStatus } from '../posts/post.entity.js';
import { PostRepository } from '../posts/post.repository.js';

const DECISIONS = ['agree', 'disagree', 'approve', 'reject'] as const;
type Decision = (typeof DECISIONS)[number];

/** The kind of review that a decision closes, and the status that the review gets. */
const OUTCOMES: Record<Decision, { kind: ReviewKind; status: ReviewStatus }> = {
  agree: { kind: 'flag', status: 'agreed' },
  disagree: { kind: 'flag', status: 'disagreed' },
  approve: { kind: 'approval', status: 'approved' },
  reject: { kind: 'approval', status: 'rejected' },
};

class Input {
  @Uuid() forum_id!: string;
  @Uuid() post_id!: string;
  @IsIn(DECISIONS) decision!: Decision;
  /** False: what was agreed to be wrong stays hidden, and is not deleted. */
  @Optional() @IsBoolean() delete?: boolean;
  @Optional() @Written(1, 500) note?: string;
}

class Result {
  @Nested(() => PostView) post!: PostView;
  /** So many were open. */
  @IsInt() resolved!: number;
}

@Action('resolve-review', {
  access: 'authenticated',
  changes: true,
  about: 'post',
  why: 'note',
  description: 'Decides on a post that was flagged, or that waits to be let in.',
  input: Input,
  result: Result,
  refuses: {
    403: ['Forbidden'],
    404: ['Forum not found', 'Post not found'],
    409: ['Nothing to resolve'],
  },
})
export class ResolveReview {
  constructor(
    private readonly access: ForumAccessService,
    private readonly posts: PostRepository,
    private readonly reviews: ReviewRepository,
    private readonly statuses: PostStatusService,
    private readonly postNotifications: PostNotificationsService,
    private readonly notifications: ForumNotificationsService,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { forum_id, post_id } = input;
    await this.access.loadModeratedForum(forum_id, caller);
    const context = await this.access.lockPost(post_id, caller);
    if (context.forum.id !== forum_id) throw notFound('Post');
    if (context.post.owner_id === caller.id) throw forbidden();
    const resolved = await this.resolve(context, caller.id, input);
    return { post: await this.posts.loadView(post_id, caller.id, true), resolved };
  }

  /** Returns the number of reviews that the decision closes. */
  private async resolve(context: PostContext, by: string, input: Input): Promise<number> {
    const { post, topic } = context;
    const { kind, status } = OUTCOMES[input.decision];
    const note = input.note ?? null;
    const open = await this.reviews.listOpen(post.id);
    if (!open.some((review) => review.kind === kind)) throw new Refusal(409, 'Nothing to resolve');
    const resolved = await this.reviews.resolve(post.id, status, by, note);
    const now = await this.statuses.changeStatus(context, statusAfter(post.status, input), by);
    const isWrong = status === 'agreed' || status === 'rejected';
    // The author of a post can restore it only if they deleted it themselves.
    if (isWrong && post.status === 'deleted') await this.posts.setStatus(post.id, 'deleted', by);
    const reporters = resolved.flatMap(({ reporter_id }) => reporter_id ?? []);
    this.notifications.notifyFlagResolved(topic, post, reporters, { agreed: status === 'agreed', by });
    if (isWrong) this.notifications.notifyRemoval(topic, post, by, note);
    if (status === 'approved' && now.post !== post && now.topic.status !== 'deleted') {
      this.notifications.notifyApproval(topic, post, by);
      await this.postNotifications.notifyOfPost(now.topic, now.post, mentionsOf(post.body));
    }
    return resolved.length;
  }
}

/** A post that was deleted meanwhile stays deleted. */
function statusAfter(status: PostStatus, { decision, delete: isDeleted = true }: Input): PostStatus {
  if (status === 'deleted') return status;
  if (decision === 'reject') return 'deleted';
  if (decision === 'agree') return isDeleted ? 'deleted' : 'hidden';
  return 'visible';
}
