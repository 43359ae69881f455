import { Body, Controller, Get, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Creates, Refuses, Summary } from '../../platform/http/endpoint.js';
import { CallAnswer, CallInput, CallsAnswer, EndedCallAnswer, StartCallInput } from './calls.dto.js';
import { callHasEnded, CallsService, cannotCall, noActiveCall, ownCall } from './calls.service.js';

@Controller('v1/community/calls')
@Access('user')
export class CallsController {
  constructor(private readonly calls: CallsService) {}

  @Get('current')
  @Summary('Calls of the caller that ring or are active, newest first')
  @Answers(200, CallsAnswer)
  current(@TheCaller() { id }: Caller) {
    return this.calls.listCurrent(id);
  }

  @Post('start')
  @Summary('Call somebody; it rings for half a minute')
  @Creates(CallAnswer, 200)
  @Refuses(ownCall, cannotCall)
  @Refuses(404, 'User not found')
  start(@Body() { target_id, type }: StartCallInput, @TheCaller() { id }: Caller) {
    return this.calls.start(id, target_id, type);
  }

  @Post('join')
  @Summary('Join a call that rings, as one of its two')
  @Answers(200, CallAnswer)
  @Refuses(cannotCall, callHasEnded)
  @Refuses(404, 'Call not found')
  join(@Body() { call_id }: CallInput, @TheCaller() { id }: Caller) {
    return this.calls.join(call_id, id);
  }

  @Post('leave')
  @Summary('Leave: every active call of the caller ends')
  @Answers(200, EndedCallAnswer)
  @Refuses(noActiveCall)
  leave(@TheCaller() { id }: Caller) {
    return this.calls.leave(id);
  }

  @Post('end')
  @Summary('End a call, as one of its two: cancel, decline or hang up')
  @Answers(200, EndedCallAnswer)
  @Refuses(404, 'Call not found')
  end(@Body() { call_id }: CallInput, @TheCaller() { id }: Caller) {
    return this.calls.end(call_id, id);
  }
}
