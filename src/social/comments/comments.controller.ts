import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { CommentAnswer, CommentsAnswer, CreateCommentInput } from './comments.dto.js';
import { CommentsService } from './comments.service.js';

@Controller('v1')
@Access('user')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

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
    const { answer, position } = await this.comments.list(id, query, user as Caller | undefined);
    response.setHeader('X-Realtime-Position', position);
    return answer;
  }

  @Post('posts/:id/comments')
  @Summary('Comment on a post, or answer a comment')
  @Creates(CommentAnswer)
  @Refuses(403, 'You cannot interact with this user')
  @Refuses(404, 'Post not found', 'Comment not found')
  create(
    @Param('id') id: string,
    @Body() input: CreateCommentInput,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    return this.comments.create(id, caller, input);
  }

  @Delete('comments/:id')
  @Summary("Delete a comment, as its author, the post's author or an admin")
  @Answers(200, Done)
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Comment not found')
  async delete(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.comments.delete(id, caller);
    return { message: 'Comment deleted' };
  }
}
