import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { Refusal } from '../../platform/http/refusal.js';
import { BroadcastRepository } from './broadcast.repository.js';
import {
  BroadcastAnswer,
  BroadcastEndedAnswer,
  JoinBroadcastInput,
  LiveBroadcastsAnswer,
  ViewerAnswer,
} from './broadcasts.io.js';
import { RunBroadcast } from './run-broadcast.js';

@Controller('v1/community/broadcast')
@Access('user')
export class BroadcastsController {
  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly run: RunBroadcast,
  ) {}

  @Get('live')
  @Summary('Broadcasts that are live, the latest first')
  @Answers(200, LiveBroadcastsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async live(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<RawJson> {
    const { rows, next_cursor } = await this.broadcasts.live(id, query);
    await this.run.seen(id);
    return new RawJson(`{"broadcasts":[${rows.join()}],"next_cursor":${JSON.stringify(next_cursor)}}`);
  }

  @Post('start')
  @Summary('Go live; who is live already gets that broadcast')
  @Creates(BroadcastAnswer, 200)
  @Refuses(400, 'Validation error')
  async start(@TheCaller() { id }: Caller): Promise<RawJson> {
    return new RawJson(`{"broadcast":${await this.run.start(id)}}`);
  }

  @Post('stop')
  @Summary('End the own broadcast')
  @Answers(200, BroadcastEndedAnswer)
  @Refuses(404, 'No live broadcast')
  async stop(@TheCaller() { id }: Caller): Promise<RawJson> {
    const ended = await this.run.end(id);
    if (!ended) throw new Refusal(404, 'No live broadcast');
    return new RawJson(`{"message":"Broadcast ended","broadcast":${ended.json}}`);
  }

  @Post('join')
  @Summary('Watch a broadcast; more than once is once')
  @Answers(200, ViewerAnswer)
  @Refuses(403, 'You cannot join this broadcast')
  @Refuses(404, 'Broadcast not found')
  @Refuses(409, 'Broadcast has ended')
  async join(@Body() { broadcast_id }: JoinBroadcastInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return new RawJson(`{"viewer":${await this.run.join(broadcast_id, id)}}`);
  }
}
