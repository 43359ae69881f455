import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { Done } from '../../../account/answers.js';
import { Access } from '../../../platform/access/access.js';
import { type Caller, TheCaller } from '../../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { Creates } from '../../../platform/http/idempotency.js';
import { BANNED, MUTED, NOT_MEMBER } from '../access/room.policy.js';
import { ReactToMessageInput, RoomReactionAnswer } from './room-messages.dto.js';
import { RoomMessagesService } from './room-messages.service.js';

@Controller('v1/community/rooms/:id/messages/:msgId/reactions')
@Access('user')
export class RoomReactionsController {
  constructor(private readonly messages: RoomMessagesService) {}

  @Post()
  @Summary('React to a message; several emojis of one person stand side by side')
  @Creates(RoomReactionAnswer, 200)
  @Refuses(403, MUTED, BANNED, NOT_MEMBER)
  @Refuses(404, 'Room not found', 'Message not found')
  @Refuses(409, 'Too many different reactions')
  add(
    @Param('id') id: string,
    @Param('msgId') messageId: string,
    @Body() { emoji }: ReactToMessageInput,
    @TheCaller() caller: Caller,
  ): Promise<RoomReactionAnswer> {
    return this.messages.addReaction(id, messageId, caller, emoji);
  }

  @Delete(':emoji')
  @Summary("Take the caller's reaction back")
  @Answers(200, Done)
  @Refuses(403, BANNED)
  @Refuses(404, 'Room not found', 'Message not found')
  async remove(
    @Param('id') id: string,
    @Param('msgId') messageId: string,
    @Param('emoji') emoji: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.messages.removeReaction(id, messageId, caller, emoji);
    return { message: 'Reaction removed' };
  }
}
