import { Body, Controller, Delete, Get, Param, Patch, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, isAdmin, TheCaller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { PostText } from './post-text.js';
import { PostRepository } from './post.repository.js';
import { CreatePostInput, DraftsAnswer, PostAnswer, UpdatePostInput } from './posts.io.js';
import { SinglePostAnswer } from './single-post.io.js';
import { WritePost } from './write-post.js';

@Controller('v1')
@Access('user')
export class PostsController {
  constructor(
    private readonly posts: PostRepository,
    private readonly write: WritePost,
    private readonly text: PostText,
    private readonly database: Database,
  ) {}

  @Post('posts')
  @Summary('Publish a post, or keep a draft')
  @Creates(PostAnswer)
  async create(@Body() input: CreatePostInput, @TheCaller() { id: userId }: Caller): Promise<RawJson> {
    const cleaned = { ...input, ...(await this.text.clean(input)) };
    return this.database.transaction(async () => {
      const id = await this.write.create(userId, cleaned);
      return answer(await this.posts.show(id, userId));
    });
  }

  @Get('drafts')
  @Summary('The own drafts, newest first')
  @Answers(200, DraftsAnswer)
  async drafts(@TheCaller() { id }: Caller): Promise<RawJson> {
    return new RawJson(`{"posts":${await this.posts.drafts(id)}}`);
  }

  @Get('posts/:id')
  @Summary('One post with its reactions and first comments')
  @Access('none')
  @Answers(200, SinglePostAnswer)
  @Refuses(404, 'Post not found')
  async find(@Param('id') id: string, @Req() { user }: Request): Promise<RawJson> {
    const viewer = user as Caller | undefined;
    const isStaff = viewer ? isAdmin(viewer) : false;
    const json = isUuid(id) && (await this.posts.single(id, viewer?.id ?? null, isStaff));
    if (!json) throw notFound('Post');
    return answer(json);
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
    if (!isUuid(id)) throw notFound('Post');
    const cleaned = { ...input, ...(await this.text.clean(input)) };
    return this.database.transaction(async () => {
      await this.write.edit(id, caller, cleaned);
      return answer(await this.posts.show(id, caller.id));
    });
  }

  @Delete('posts/:id')
  @Summary('Delete a post and all that belongs to it, as its author or as an admin')
  @Answers(200, Done)
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Post not found')
  async delete(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    if (!isUuid(id)) throw notFound('Post');
    await this.database.transaction(() => this.write.delete(id, caller));
    return { message: 'Post deleted' };
  }
}

const answer = (post: string) => new RawJson(`{"post":${post}}`);
