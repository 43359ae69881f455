import { Body, Controller, Get, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { CallRepository } from './call.repository.js';
import {
  CallAnswer,
  CallInput,
  CallsAnswer,
  type CallView,
  EndedCallAnswer,
  StartCallInput,
} from './calls.io.js';
import { MakeCall } from './make-call.js';

@Controller('v1/community/calls')
@Access('user')
export class CallsController {
  constructor(
    private readonly calls: CallRepository,
    private readonly make: MakeCall,
  ) {}

  @Get('current')
  @Summary('Calls of the caller that ring or are active, newest first')
  @Answers(200, CallsAnswer)
  async current(@TheCaller() { id }: Caller): Promise<RawJson> {
    return new RawJson(`{"calls":${await this.calls.current(id)}}`);
  }

  @Post('start')
  @Summary('Call somebody; it rings for half a minute')
  @Creates(CallAnswer, 200)
  @Refuses(400, 'You cannot call yourself')
  @Refuses(403, 'You cannot call this user')
  @Refuses(404, 'User not found')
  async start(@Body() { target_id, type }: StartCallInput, @TheCaller() { id }: Caller): Promise<CallAnswer> {
    return answer(await this.make.start(id, target_id, type));
  }

  @Post('join')
  @Summary('Join a call that rings, as one of its two')
  @Answers(200, CallAnswer)
  @Refuses(403, 'You cannot call this user')
  @Refuses(404, 'Call not found')
  @Refuses(409, 'Call has ended')
  async join(@Body() { call_id }: CallInput, @TheCaller() { id }: Caller): Promise<CallAnswer> {
    return answer(await this.make.join(call_id, id));
  }

  @Post('leave')
  @Summary('Leave: every active call of the caller ends')
  @Answers(200, EndedCallAnswer)
  @Refuses(404, 'No active call')
  async leave(@TheCaller() { id }: Caller): Promise<EndedCallAnswer> {
    return ended(await this.make.leave(id));
  }

  @Post('end')
  @Summary('End a call, as one of its two: cancel, decline or hang up')
  @Answers(200, EndedCallAnswer)
  @Refuses(404, 'Call not found')
  async end(@Body() { call_id }: CallInput, @TheCaller() { id }: Caller): Promise<EndedCallAnswer> {
    return ended(await this.make.end(call_id, id));
  }
}

function answer(json: string): CallAnswer {
  const { id, initiator_id, target_id, type, status, ended_at } = JSON.parse(json) as CallView;
  return { call: { id, initiator_id, target_id, type, status, ended_at } };
}

function ended(json: string): EndedCallAnswer {
  const { id, status, ended_at } = JSON.parse(json) as CallView;
  return { call: { id, status, ended_at: ended_at as Date } };
}
