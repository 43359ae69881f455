import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, isAdmin, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { BookmarkRepository } from './bookmark.repository.js';
import { BookmarkAnswer, BookmarksAnswer, BookmarksQuery, CreateBookmarkInput } from './bookmarks.io.js';
import { KeepBookmark } from './keep-bookmark.js';

@Controller('v1/bookmarks')
@Access('user')
export class BookmarksController {
  constructor(
    private readonly bookmarks: BookmarkRepository,
    private readonly keep: KeepBookmark,
  ) {}

  @Get()
  @Summary('The own bookmarks, newest first')
  @Answers(200, BookmarksAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(
    @Query() { type, ...page }: BookmarksQuery,
    @TheCaller() caller: Caller,
  ): Promise<BookmarksAnswer> {
    const { rows, next_cursor } = await this.bookmarks.ofUser(caller.id, isAdmin(caller), type, page);
    return { bookmarks: rows, next_cursor };
  }

  @Post()
  @Summary('Bookmark something; what is bookmarked already is answered as it is')
  @Creates(BookmarkAnswer)
  @Refuses(403, 'You cannot interact with this user')
  @Refuses(404, 'Post not found', 'Course not found', 'Product not found', 'Event not found')
  async create(@Body() input: CreateBookmarkInput, @TheCaller() caller: Caller): Promise<BookmarkAnswer> {
    return { bookmark: await this.keep.run(caller, input) };
  }

  @Delete(':id')
  @Summary('Delete a bookmark')
  @Answers(200, Done)
  @Refuses(404, 'Bookmark not found')
  async delete(@Param('id') id: string, @TheCaller() { id: userId }: Caller): Promise<Done> {
    await this.keep.end(id, userId);
    return { message: 'Bookmark deleted' };
  }
}
