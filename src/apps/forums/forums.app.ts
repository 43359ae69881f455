import { Recount } from './jobs/recount.job.js';
import { PromoteMembers } from './jobs/promote-members.job.js';
import { CountViews } from './jobs/count-views.job.js';
import { AutoClose } from './jobs/auto-close.job.js';
import { AdoptForums } from './jobs/adopt-forums.job.js';
import { MemberDeletionExtension } from './forums.extension.js';
import { WebEventsModule } from '../../web-events/web-events.module.js';
import { App } from '../kernel/app.js';
import { CreateForum } from './actions/create-forum.action.js';
import { CreatePost } from './actions/create-post.action.js';
import { CreateTopic } from './actions/create-topic.action.js';
import { DeletePost } from './actions/delete-post.action.js';
import { FlagPost } from './actions/flag-post.action.js';
import { GetForum } from './actions/get-forum.action.js';
import { GetTopic } from './actions/get-topic.action.js';
import { JoinForum } from './actions/join-forum.action.js';
import { LikePost } from './actions/like-post.action.js';
import { ListForums } from './actions/list-forums.action.js';
import { ListReviews } from './actions/list-reviews.action.js';
import { ListTopics } from './actions/list-topics.action.js';
import { ResolveReview } from './actions/resolve-review.action.js';
import { SaveCategory } from './actions/save-category.action.js';
import { SetMember } from './actions/set-member.action.js';
import { TrackTopic } from './actions/track-topic.action.js';
import { UpdateForum } from './actions/update-forum.action.js';
import { UpdatePost } from './actions/update-post.action.js';
import { UpdateTopic } from './actions/update-topic.action.js';
import { Forum, ForumCategory, ForumMember } from './forums/forum.entity.js';
import { Post, PostLike, PostRevision } from './posts/post.entity.js';
import { PostReview } from './moderation/post-review.entity.js';
import { Topic, TopicVisit, Tracking } from './topics/topic.entity.js';
import { ForumsExport } from './forums.export.js';
import { ForumsSettings } from './forums.settings.js';
import { ForumsStats } from './forums.stats.js';
import { Forums1790000031500 } from './migrations/1790000031500-forums.js';
import { TrustByHand1790000031510 } from './migrations/1790000031510-trust-by-hand.js';

const FORUMS = [CreateForum, UpdateForum, ListForums, GetForum, JoinForum, SetMember, SaveCategory];
const TOPICS = [CreateTopic, UpdateTopic, ListTopics, GetTopic, TrackTopic];
const POSTS = [CreatePost, UpdatePost, DeletePost, LikePost];
const REVIEWS = [FlagPost, ListReviews, ResolveReview];

@App({
  slug: 'forums',
  name: 'Forums',
  description: 'Places where people ask, answer and mark what solved it, and where a few keep order.',
  icon: 'messages-square',
  category: 'community',
  version: '1.0.0',
  uses: ['notifications'],
  imports: [WebEventsModule],
  entities: [Forum, ForumCategory, ForumMember, Topic, Post, PostRevision, PostLike, Tracking, PostReview, TopicVisit],
  migrations: [Forums1790000031500, TrustByHand1790000031510],
  actions: [...FORUMS, ...TOPICS, ...POSTS, ...REVIEWS],
  settings: ForumsSettings,
  stats: ForumsStats,
  exports: ForumsExport,
  providers: [MemberDeletionExtension, AdoptForums, AutoClose, CountViews, PromoteMembers, Recount],
})
export class ForumsApp {}
