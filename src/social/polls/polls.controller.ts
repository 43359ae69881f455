import { Body, Controller, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { cannotInteract } from '../blocks/blocks.service.js';
import { PollAnswer, VoteInput } from './polls.dto.js';
import { PollsService } from './polls.service.js';

@Controller('v1/polls')
@Access('user')
export class PollsController {
  constructor(private readonly polls: PollsService) {}

  @Post(':id/vote')
  @Summary('Vote in a poll; a new vote takes the place of the one before')
  @Answers(200, PollAnswer)
  @Refuses(cannotInteract)
  vote(@IdParam('Poll') id: string, @Body() { option_index }: VoteInput, @TheCaller() caller: Caller) {
    return this.polls.vote(id, caller, option_index);
  }
}
