import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { forbidden } from '../../platform/http/refusal.js';
import { FeedService } from './feed.service.js';
import {
  CreatePostInput,
  DraftsAnswer,
  FeedAnswer,
  PostAnswer,
  SinglePostAnswer,
  UpdatePostInput,
} from './posts.dto.js';
import { PostsService } from './posts.service.js';

@Controller('v1')
@Access('user')
export class PostsController {
  constructor(private readonly posts: PostsService) {}

  @Post('posts')
  @Summary('Publish a post, or keep a draft')
  @Creates(PostAnswer)
  create(@Body() input: CreatePostInput, @TheCaller() { id: userId }: Caller): Promise<RawJson> {
    return this.posts.create(userId, input);
  }

  @Get('posts/:id')
  @Summary('One post with its reactions and first comments')
  @Access('none')
  @Answers(200, SinglePostAnswer)
  async find(
    @IdParam('Post') id: string,
    @Req() { user }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    const { answer, position } = await this.posts.find(id, user as Caller | undefined);
    response.setHeader('X-Realtime-Position', position);
    return answer;
  }

  @Patch('posts/:id')
  @Summary('Change a post, as its author or as an admin')
  @Answers(200, PostAnswer)
  @Refuses(forbidden)
  update(@IdParam('Post') id: string, @Body() input: UpdatePostInput, @TheCaller() caller: Caller): Promise<RawJson> {
    return this.posts.edit(id, caller, input);
  }

  @Delete('posts/:id')
  @Summary('Delete a post and all that belongs to it, as its author or as an admin')
  @Answers(200, Done)
  @Refuses(forbidden)
  async delete(@IdParam('Post') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.posts.delete(id, caller);
    return { message: 'Post deleted' };
  }
}

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
