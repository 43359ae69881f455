import { ForumCategory } from './forum-category.entity.js';
import { ForumMember } from './forum-member.entity.js';
import { Forum } from './forum.entity.js';
import { PostLike } from './post-like.entity.js';
import { PostReview } from './post-review.entity.js';
import { PostRevision } from './post-revision.entity.js';
import { Post } from './post.entity.js';
import { TopicVisit } from './topic-visit.entity.js';
import { Topic } from './topic.entity.js';
import { Tracking } from './tracking.entity.js';

/** All that is kept of forums. */
export const ENTITIES = [
  Forum,
  ForumCategory,
  ForumMember,
  Topic,
  Post,
  PostRevision,
  PostLike,
  Tracking,
  PostReview,
  TopicVisit,
];
