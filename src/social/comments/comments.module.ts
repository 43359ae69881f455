import { Module } from '@nestjs/common';
import { WordFilterModule } from '../../moderation/word-filter/word-filter.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { CommentNotificationsService } from './comment-notifications.service.js';
import { Comment } from './comment.entity.js';
import { CommentRepository } from './comment.repository.js';
import { CommentsController } from './comments.controller.js';
import { CommentReportExtension } from './comments.extension.js';
import { CommentsService } from './comments.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Comment] }), BlocksModule, PostsModule, WordFilterModule],
  controllers: [CommentsController],
  providers: [CommentsService, CommentNotificationsService, CommentRepository, CommentReportExtension],
  exports: [CommentsService],
})
export class CommentsModule {}
