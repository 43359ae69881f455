import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { Reaction } from '../posts/post.entity.js';
import { ReactionRepository } from './reaction.repository.js';
import { ReactionsController } from './reactions.controller.js';
import { ReactionsService } from './reactions.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Reaction] }), PostsModule],
  controllers: [ReactionsController],
  providers: [ReactionsService, ReactionRepository],
  exports: [ReactionsService],
})
export class ReactionsModule {}
