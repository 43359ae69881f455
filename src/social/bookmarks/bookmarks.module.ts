import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { Bookmark } from './bookmark.entity.js';
import { BookmarkRepository } from './bookmark.repository.js';
import { BookmarksController } from './bookmarks.controller.js';
import { BookmarksService } from './bookmarks.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Bookmark] }), PostsModule],
  controllers: [BookmarksController],
  providers: [BookmarksService, BookmarkRepository],
})
export class BookmarksModule {}
