import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { PostAccess } from '../posts/post-access.js';
import { CommentRepository, readCommentPage } from './comment.repository.js';
import { CommentAnswer, CommentsAnswer, CreateCommentInput } from './comments.io.js';
import { WriteComment } from './write-comment.js';

@Controller('v1')
@Access('user')
export class CommentsController {
  constructor(
    private readonly comments: CommentRepository,
    private readonly write: WriteComment,
    private readonly access: PostAccess,
  ) {}

  @Get('posts/:id/comments')
  @Summary('Comments of a post, oldest first; the cursor is the moment of the last one seen')
  @Access('none')
  @Answers(200, CommentsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(404, 'Post not found')
  async list(
    @Param('id') id: string,
    @Query() query: ListQuery,
    @Req() { user }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    const page = readCommentPage(query);
    const { id: postId, position } = await this.access.seen(id, user as Caller | undefined);
    response.setHeader('X-Realtime-Position', position);
    return new RawJson(await this.comments.page(postId, page));
  }

  @Post('posts/:id/comments')
  @Summary('Comment on a post, or answer a comment')
  @Creates(CommentAnswer)
  @Refuses(403, 'You cannot interact with this user')
  @Refuses(404, 'Post not found', 'Comment not found')
  async create(
    @Param('id') id: string,
    @Body() input: CreateCommentInput,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    return new RawJson(`{"comment":${await this.write.create(id, caller, input)}}`);
  }

  @Delete('comments/:id')
  @Summary("Delete a comment, as its author, the post's author or an admin")
  @Answers(200, Done)
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Comment not found')
  async delete(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    if (!isUuid(id)) throw notFound('Comment');
    await this.write.delete(id, caller);
    return { message: 'Comment deleted' };
  }
}
