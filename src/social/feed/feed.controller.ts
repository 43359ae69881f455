import { Controller, Get, Param, Query } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { DraftsAnswer, FeedAnswer } from '../posts/posts.io.js';
import { FeedRepository } from './feed.repository.js';

@Controller('v1')
@Access('user')
export class FeedController {
  constructor(
    private readonly feed: FeedRepository,
    private readonly users: UserRepository,
  ) {}

  @Get('feed')
  @Summary('Published posts of the followed and of the caller, newest first')
  @Answers(200, FeedAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async own(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<RawJson> {
    return new RawJson(await this.feed.feed(id, query));
  }

  @Get('drafts')
  @Summary('The own drafts, newest first')
  @Answers(200, DraftsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async drafts(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<RawJson> {
    return new RawJson(await this.feed.drafts(id, query));
  }

  @Get('users/:id/posts')
  @Summary('Published posts of one user, by id or username, newest first')
  @Answers(200, FeedAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(404, 'User not found')
  async ofUser(
    @Param('id') name: string,
    @Query() query: ListQuery,
    @TheCaller() { id: viewerId }: Caller,
  ): Promise<RawJson> {
    const author = await this.users.active(name);
    if (!author) throw notFound('User');
    return new RawJson(await this.feed.ofAuthor(author.id, viewerId, query));
  }
}
