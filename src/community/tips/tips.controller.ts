import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { SendTip } from './send-tip.js';
import { TipRepository, type TipsPage } from './tip.repository.js';
import { TipAnswer, TipInput, TipsAnswer, TipsQuery } from './tips.io.js';

@Controller('v1/community/tips')
@Access('user')
export class TipsController {
  constructor(
    private readonly tips: TipRepository,
    private readonly send: SendTip,
  ) {}

  @Get()
  @Summary('Tips that the caller gave and got, newest first')
  @Answers(200, TipsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(@Query() query: TipsQuery, @TheCaller() { id }: Caller): Promise<RawJson> {
    const { sent, received } = await this.tips.ofUser(id, query);
    return new RawJson(`{${listed('sent', sent)},${listed('received', received)}}`);
  }

  @Post()
  @Summary('Tip somebody: from the wallet at once where that has so much, otherwise from its next credit')
  @Creates(TipAnswer, 200)
  @Refuses(400, 'You cannot tip yourself')
  @Refuses(403, 'You cannot tip this user')
  @Refuses(404, 'User not found')
  async create(@Body() input: TipInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return new RawJson(`{"tip":${await this.send.run(id, input)}}`);
  }
}

const listed = (name: string, { tips, next_cursor }: TipsPage) =>
  `"${name}":[${tips.join()}],"next_${name}_cursor":${JSON.stringify(next_cursor)}`;
