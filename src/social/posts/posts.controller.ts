import { Body, Controller, Delete, Get, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, isAdmin, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { DeletePost } from './delete-post.js';
import { PostRepository } from './post.repository.js';
import { CreatePostInput, PostAnswer, UpdatePostInput } from './posts.io.js';
import { SinglePostAnswer } from './single-post.io.js';
import { WritePost } from './write-post.js';

@Controller('v1')
@Access('user')
export class PostsController {
  constructor(
    private readonly posts: PostRepository,
    private readonly write: WritePost,
    private readonly remove: DeletePost,
  ) {}

  @Post('posts')
  @Summary('Publish a post, or keep a draft')
  @Creates(PostAnswer)
  async create(@Body() input: CreatePostInput, @TheCaller() { id: userId }: Caller): Promise<RawJson> {
    return answer(await this.write.create(userId, input));
  }

  @Get('posts/:id')
  @Summary('One post with its reactions and first comments')
  @Access('none')
  @Answers(200, SinglePostAnswer)
  @Refuses(404, 'Post not found')
  async find(
    @Param('id') id: string,
    @Req() { user }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    const viewer = user as Caller | undefined;
    const isStaff = viewer ? isAdmin(viewer) : false;
    const post = isUuid(id) && (await this.posts.single(id, viewer?.id ?? null, isStaff));
    if (!post) throw notFound('Post');
    response.setHeader('X-Realtime-Position', post.position);
    return answer(post.json);
  }

  @Patch('posts/:id')
  @Summary('Change a post, as its author or as an admin')
  @Answers(200, PostAnswer)
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Post not found')
  async update(
    @Param('id') id: string,
    @Body() input: UpdatePostInput,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    return answer(await this.write.edit(id, caller, input));
  }

  @Delete('posts/:id')
  @Summary('Delete a post and all that belongs to it, as its author or as an admin')
  @Answers(200, Done)
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Post not found')
  async delete(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.remove.run(id, caller);
    return { message: 'Post deleted' };
  }
}

const answer = (post: string) => new RawJson(`{"post":${post}}`);
