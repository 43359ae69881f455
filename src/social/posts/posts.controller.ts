import { Body, Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { forbidden } from '../../platform/http/refusal.js';
import { CreatePostInput, PostAnswer, SinglePostAnswer, UpdatePostInput } from './posts.dto.js';
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
