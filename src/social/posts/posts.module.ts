import { Module } from '@nestjs/common';
import { WordFilterModule } from '../../moderation/word-filter/word-filter.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { FeedRepository } from './feed.repository.js';
import { FeedService } from './feed.service.js';
import { FollowsModule } from '../follows/follows.module.js';
import { PollsModule } from '../polls/polls.module.js';
import { PostCountersService } from './post-counters.service.js';
import { PostReviewService } from './post-review.service.js';
import { PostTextService } from './post-text.service.js';
import { Post, PostCounters, PostMedia } from './post.entity.js';
import { PostRepository } from './post.repository.js';
import { FeedController } from './feed.controller.js';
import { PostsController } from './posts.controller.js';
import { PostReportExtension, PostStreamExtension } from './posts.extension.js';
import { PostsService } from './posts.service.js';
import { FilesModule } from '../../files/files.module.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [Post, PostMedia, PostCounters] }),
    BlocksModule,
    FollowsModule,
    PollsModule,
    WordFilterModule,
    FilesModule,
  ],
  controllers: [PostsController, FeedController],
  providers: [
    PostsService,
    FeedService,
    FeedRepository,
    PostTextService,
    PostCountersService,
    PostReviewService,
    PostRepository,
    PostStreamExtension,
    PostReportExtension,
  ],
  exports: [PostsService, PostCountersService, PostReviewService],
})
export class PostsModule {}
