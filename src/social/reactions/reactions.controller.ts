import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { React } from './react.js';
import { ReactInput, ReactionAnswer } from './reactions.io.js';

@Controller('v1/posts/:id/reactions')
@Access('user')
export class ReactionsController {
  constructor(private readonly react: React) {}

  @Post()
  @Summary('React to a post; a new reaction takes the place of the one before')
  @Creates(ReactionAnswer)
  @Refuses(403, 'You cannot interact with this user')
  @Refuses(404, 'Post not found')
  async set(
    @Param('id') post_id: string,
    @Body() { type }: ReactInput,
    @TheCaller() caller: Caller,
  ): Promise<ReactionAnswer> {
    await this.react.set(post_id, caller, type);
    return { reaction: { post_id, user_id: caller.id, type } };
  }

  @Delete()
  @Summary("Take the caller's reaction back")
  @Answers(200, Done)
  @Refuses(404, 'Post not found')
  async remove(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.react.remove(id, caller);
    return { message: 'Reaction removed' };
  }
}
