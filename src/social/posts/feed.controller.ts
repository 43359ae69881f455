import { Controller, Get, Param, Query } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { AnswersPage, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { FeedService } from './feed.service.js';
import { DraftsAnswer, FeedAnswer } from './posts.dto.js';

@Controller('v1')
@Access('user')
export class FeedController {
  constructor(private readonly feed: FeedService) {}

  @Get('feed')
  @Summary('Published posts of the followed and of the caller, newest first')
  @AnswersPage(FeedAnswer)
  own(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<RawJson> {
    return this.feed.list('feed', id, query);
  }

  @Get('drafts')
  @Summary('The own drafts, newest first')
  @AnswersPage(DraftsAnswer)
  drafts(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<RawJson> {
    return this.feed.list('drafts', id, query);
  }

  @Get('users/:id/posts')
  @Summary('Published posts of one user, by id or username, newest first')
  @AnswersPage(FeedAnswer)
  @Refuses(404, 'User not found')
  ofUser(@Param('id') name: string, @Query() query: ListQuery, @TheCaller() { id: viewerId }: Caller) {
    return this.feed.listByAuthor(name, viewerId, query);
  }
}
