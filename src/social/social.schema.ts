import { schema } from '../platform/database/schema.js';
import { Comment } from './comments/comment.entity.js';
import { Social1790000010000 } from './migrations/1790000010000-social.js';
import { Versions1790000010001 } from './migrations/1790000010001-versions.js';
import { Review1790000010002 } from './migrations/1790000010002-review.js';
import { CommentsThatGo1790000010003 } from './migrations/1790000010003-comments-that-go.js';
import { PEOPLE_ENTITIES } from './people.providers.js';
import { PostCounters } from './posts/post-counters.entity.js';
import { PostMedia } from './posts/post-media.entity.js';
import { Post } from './posts/post.entity.js';
import { Reaction } from './reactions/reaction.entity.js';

schema({
  entities: [Post, PostMedia, PostCounters, Reaction, Comment, ...PEOPLE_ENTITIES],
  migrations: [Social1790000010000, Versions1790000010001, Review1790000010002, CommentsThatGo1790000010003],
});
