import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import {
  BroadcastAnswer,
  BroadcastEndedAnswer,
  JoinBroadcastInput,
  LiveBroadcastsAnswer,
  ViewerAnswer,
} from './broadcasts.dto.js';
import { broadcastHasEnded, BroadcastsService, cannotJoin, notLive } from './broadcasts.service.js';

@Controller('v1/community/broadcast')
@Access('user')
export class BroadcastsController {
  constructor(private readonly broadcasts: BroadcastsService) {}

  @Get('live')
  @Summary('Broadcasts that are live, the latest first')
  @AnswersPage(LiveBroadcastsAnswer)
  live(@Query() query: ListQuery, @TheCaller() { id }: Caller) {
    return this.broadcasts.listLive(id, query);
  }

  @Post('start')
  @Summary('Go live; who is live already gets that broadcast')
  @Creates(BroadcastAnswer, 200)
  @Refuses(400, 'Validation error')
  start(@TheCaller() { id }: Caller) {
    return this.broadcasts.start(id);
  }

  @Post('stop')
  @Summary('End the own broadcast')
  @Answers(200, BroadcastEndedAnswer)
  @Refuses(notLive)
  stop(@TheCaller() { id }: Caller) {
    return this.broadcasts.stop(id);
  }

  @Post('join')
  @Summary('Watch a broadcast; more than once is once')
  @Answers(200, ViewerAnswer)
  @Refuses(cannotJoin, broadcastHasEnded)
  @Refuses(404, 'Broadcast not found')
  join(@Body() { broadcast_id }: JoinBroadcastInput, @TheCaller() { id }: Caller) {
    return this.broadcasts.join(broadcast_id, id);
  }
}
