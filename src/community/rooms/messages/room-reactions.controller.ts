import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { Done } from '../../../account/answers.js';
import { Access } from '../../../platform/access/access.js';
import { type Caller, TheCaller } from '../../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { Creates } from '../../../platform/http/idempotency.js';
import { ReactToMessageInput, RoomReactionAnswer } from './messages.io.js';
import { ReactToMessage } from './react-to-message.js';

@Controller('v1/community/rooms/:id/messages/:msgId/reactions')
@Access('user')
export class RoomReactionsController {
  constructor(private readonly react: ReactToMessage) {}

  @Post()
  @Summary('React to a message; several emojis of one person stand side by side')
  @Creates(RoomReactionAnswer, 200)
  @Refuses(403, 'You are muted in this room', 'You are banned from this room', 'Join the room first')
  @Refuses(404, 'Room not found', 'Message not found')
  @Refuses(409, 'Too many different reactions')
  async add(
    @Param('id') id: string,
    @Param('msgId') messageId: string,
    @Body() { emoji }: ReactToMessageInput,
    @TheCaller() caller: Caller,
  ): Promise<RoomReactionAnswer> {
    const message_id = await this.react.add(id, messageId, caller, emoji);
    return { reaction: { message_id, user_id: caller.id, emoji } };
  }

  @Delete(':emoji')
  @Summary("Take the caller's reaction back")
  @Answers(200, Done)
  @Refuses(403, 'You are banned from this room')
  @Refuses(404, 'Room not found', 'Message not found')
  async remove(
    @Param('id') id: string,
    @Param('msgId') messageId: string,
    @Param('emoji') emoji: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.react.remove(id, messageId, caller, emoji);
    return { message: 'Reaction removed' };
  }
}
