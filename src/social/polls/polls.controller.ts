import { Body, Controller, Param, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { PollAnswer, VoteInput } from './polls.io.js';
import { Vote } from './vote.js';

@Controller('v1/polls')
@Access('user')
export class PollsController {
  constructor(private readonly voting: Vote) {}

  @Post(':id/vote')
  @Summary('Vote in a poll; a new vote takes the place of the one before')
  @Answers(200, PollAnswer)
  @Refuses(403, 'You cannot interact with this user')
  @Refuses(404, 'Poll not found')
  async vote(
    @Param('id') id: string,
    @Body() { option_index }: VoteInput,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    return new RawJson(`{"poll":${await this.voting.run(id, caller, option_index)}}`);
  }
}
