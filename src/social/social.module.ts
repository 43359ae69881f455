import { Module } from '@nestjs/common';
import { CommentNews } from './comments/comment-news.js';
import { CommentRepository } from './comments/comment.repository.js';
import { CommentsController } from './comments/comments.controller.js';
import { ForgetComments } from './comments/forget-comments.js';
import { ReportableComment } from './comments/reportable-comment.js';
import { TellOfComment } from './comments/tell-of-comment.js';
import { WriteComment } from './comments/write-comment.js';
import { FeedController } from './feed/feed.controller.js';
import { FeedRepository } from './feed/feed.repository.js';
import { PEOPLE_CONTROLLERS, PEOPLE_PROVIDERS } from './people.providers.js';
import { DeletePost } from './posts/delete-post.js';
import { ForgetPosts } from './posts/forget-posts.js';
import { PostAccess } from './posts/post-access.js';
import { PostCounts } from './posts/post-counts.js';
import { PostNews } from './posts/post-news.js';
import { PostReviewRepository } from './posts/post-review.repository.js';
import { PostStreams } from './posts/post-streams.js';
import { PostText } from './posts/post-text.js';
import { PostRepository } from './posts/post.repository.js';
import { ReportablePost } from './posts/reportable-post.js';
import { PostsController } from './posts/posts.controller.js';
import { ReviewPost } from './posts/review-post.js';
import { SocialSection } from './posts/social.section.js';
import { WritePost } from './posts/write-post.js';
import { React } from './reactions/react.js';
import { ForgetOpinions } from './reactions/forget-opinions.js';
import { ReactionRepository } from './reactions/reaction.repository.js';
import { ReactionsController } from './reactions/reactions.controller.js';
import { SearchController } from './search/search.controller.js';
import { SearchPosts } from './search/search-posts.js';
import { SearchUsers } from './search/search-users.js';
import { SearchRepository } from './search/search.repository.js';
import './social.schema.js';

const POSTS = [
  PostRepository,
  PostText,
  PostAccess,
  PostNews,
  PostCounts,
  PostStreams,
  WritePost,
  DeletePost,
  PostReviewRepository,
  ReviewPost,
  FeedRepository,
  ReportablePost,
  ForgetPosts,
  SocialSection,
];
const ANSWERS = [
  CommentRepository,
  WriteComment,
  CommentNews,
  ForgetComments,
  TellOfComment,
  ReportableComment,
  ReactionRepository,
  React,
  ForgetOpinions,
];

const SEARCH = [SearchRepository, SearchPosts, SearchUsers];

@Module({
  controllers: [
    PostsController,
    FeedController,
    CommentsController,
    ReactionsController,
    SearchController,
    ...PEOPLE_CONTROLLERS,
  ],
  providers: [...POSTS, ...ANSWERS, ...SEARCH, ...PEOPLE_PROVIDERS],
  exports: [PostRepository, DeletePost, PostReviewRepository, ReviewPost],
})
export class SocialModule {}
