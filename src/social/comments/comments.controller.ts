import { Body, Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { cannotInteract } from '../blocks/blocks.service.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden } from '../../platform/http/refusal.js';
import { CommentAnswer, CommentsAnswer, CreateCommentInput } from './comments.dto.js';
import { CommentsService } from './comments.service.js';

@Controller('v1')
@Access('user')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Get('posts/:id/comments')
  @Summary('Comments of a post, oldest first; the cursor is the moment of the last one seen')
  @Access('none')
  @AnswersPage(CommentsAnswer)
  async list(
    @IdParam('Post') id: string,
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
  @Refuses(cannotInteract)
  @Refuses(404, 'Comment not found')
  create(@IdParam('Post') id: string, @Body() input: CreateCommentInput, @TheCaller() caller: Caller) {
    return this.comments.create(id, caller, input);
  }

  @Delete('comments/:id')
  @Summary("Delete a comment, as its author, the post's author or an admin")
  @Answers(200, Done)
  @Refuses(forbidden)
  async delete(@IdParam('Comment') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.comments.delete(id, caller);
    return { message: 'Comment deleted' };
  }
}
