import { Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { BlocksModule } from './blocks/blocks.module.js';
import { BookmarksModule } from './bookmarks/bookmarks.module.js';
import { CommentsModule } from './comments/comments.module.js';
import { FollowsModule } from './follows/follows.module.js';
import { Social1790000010000 } from './migrations/1790000010000-social.js';
import { Versions1790000010001 } from './migrations/1790000010001-versions.js';
import { Review1790000010002 } from './migrations/1790000010002-review.js';
import { CommentsThatGo1790000010003 } from './migrations/1790000010003-comments-that-go.js';
import { NewReactions1790000033030 } from './migrations/1790000033030-new-reactions.js';
import { AuthorsOfTheNewest1790000040500 } from './migrations/1790000040500-authors-of-the-newest.js';
import { PollsModule } from './polls/polls.module.js';
import { PostsModule } from './posts/posts.module.js';
import { ReactionsModule } from './reactions/reactions.module.js';
import { SearchModule } from './search/search.module.js';
import { PeopleExport, SocialExport } from './social.export.js';
import { SocialDeletionExtension } from './social.extension.js';
import { StoriesModule } from './stories/stories.module.js';

const MIGRATIONS = [
  Social1790000010000,
  Versions1790000010001,
  Review1790000010002,
  CommentsThatGo1790000010003,
  NewReactions1790000033030,
  AuthorsOfTheNewest1790000040500,
];

@Module({
  imports: [
    DatabaseModule.forFeature({ migrations: MIGRATIONS }),
    PostsModule,
    CommentsModule,
    ReactionsModule,
    PollsModule,
    FollowsModule,
    BlocksModule,
    BookmarksModule,
    StoriesModule,
    SearchModule,
  ],
  providers: [SocialExport, PeopleExport, SocialDeletionExtension],
})
export class SocialModule {}
