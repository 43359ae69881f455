import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { cannotInteract } from '../blocks/blocks.service.js';
import { BookmarkAnswer, BookmarksAnswer, BookmarksQuery, CreateBookmarkInput } from './bookmarks.dto.js';
import { BookmarksService } from './bookmarks.service.js';

@Controller('v1/bookmarks')
@Access('user')
export class BookmarksController {
  constructor(private readonly bookmarks: BookmarksService) {}

  @Get()
  @Summary('The own bookmarks, newest first')
  @AnswersPage(BookmarksAnswer)
  list(@Query() { type, ...page }: BookmarksQuery, @TheCaller() caller: Caller): Promise<BookmarksAnswer> {
    return this.bookmarks.list(caller, type, page);
  }

  @Post()
  @Summary('Bookmark something; what is bookmarked already is answered as it is')
  @Creates(BookmarkAnswer)
  @Refuses(cannotInteract)
  @Refuses(404, 'Post not found', 'Course not found', 'Product not found', 'Event not found')
  create(@Body() input: CreateBookmarkInput, @TheCaller() caller: Caller): Promise<BookmarkAnswer> {
    return this.bookmarks.create(caller, input);
  }

  @Delete(':id')
  @Summary('Delete a bookmark')
  @Answers(200, Done)
  async delete(@IdParam('Bookmark') id: string, @TheCaller() { id: userId }: Caller): Promise<Done> {
    await this.bookmarks.delete(id, userId);
    return { message: 'Bookmark deleted' };
  }
}
