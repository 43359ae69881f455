import { Body, Controller, Delete, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { cannotInteract } from '../blocks/blocks.service.js';
import { ReactionsService } from './reactions.service.js';
import { ReactInput, ReactionAnswer } from './reactions.dto.js';

@Controller('v1/posts/:id/reactions')
@Access('user')
export class ReactionsController {
  constructor(private readonly reactions: ReactionsService) {}

  @Post()
  @Summary('React to a post; a new reaction takes the place of the one before')
  @Creates(ReactionAnswer)
  @Refuses(cannotInteract)
  set(@IdParam('Post') id: string, @Body() { type }: ReactInput, @TheCaller() caller: Caller) {
    return this.reactions.set(id, caller, type);
  }

  @Delete()
  @Summary("Take the caller's reaction back")
  @Answers(200, Done)
  async remove(@IdParam('Post') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.reactions.remove(id, caller);
    return { message: 'Reaction removed' };
  }
}
