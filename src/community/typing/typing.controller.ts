import { Body, Controller, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { muted } from '../rooms/access/room.policy.js';
import { TypingService } from './typing.service.js';
import { TypingAnswer, TypingInput } from './typing.dto.js';

@Controller('v1/community/typing')
@Access('user')
export class TypingController {
  constructor(private readonly typing: TypingService) {}

  @Post()
  @Summary('Say that one is writing, or has stopped, in a room or a conversation')
  @Answers(200, TypingAnswer)
  @Refuses(muted)
  @Refuses(404, 'Channel not found')
  async type(@Body() { channel_id, is_typing }: TypingInput, @TheCaller() caller: Caller): Promise<TypingAnswer> {
    await this.typing.type(caller, channel_id, is_typing);
    return { channel_id, user_id: caller.id, is_typing };
  }
}
