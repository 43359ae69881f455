import { Body, Controller, Delete, Param, Patch, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { DirectMessageAnswer, DirectMessageInput, DirectReactionAnswer, ReactDirectInput } from './direct.dto.js';
import { DirectMessagesService } from './direct-messages.service.js';

@Controller('v1/community/dm/:id')
@Access('user')
export class DirectMessagesController {
  constructor(private readonly messages: DirectMessagesService) {}

  @Patch('messages/:msgId')
  @Summary('Edit a message, as its sender')
  @Answers(200, DirectMessageAnswer)
  @Refuses(403, 'Forbidden', 'You cannot message this user')
  @Refuses(404, 'Conversation not found', 'Message not found')
  edit(
    @Param('id') id: string,
    @Param('msgId') messageId: string,
    @Body() { content }: DirectMessageInput,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    return this.messages.edit(id, caller.id, messageId, content);
  }

  @Delete('messages/:msgId')
  @Summary('Delete a message, as its sender; its place in the conversation stays')
  @Answers(200, Done)
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Conversation not found', 'Message not found')
  async delete(@Param('id') id: string, @Param('msgId') messageId: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.messages.delete(id, caller.id, messageId);
    return { message: 'Message deleted' };
  }

  @Post('reactions')
  @Summary('React to a message; several different reactions are kept side by side')
  @Creates(DirectReactionAnswer, 200)
  @Refuses(403, 'You cannot message this user')
  @Refuses(404, 'Conversation not found', 'Message not found')
  @Refuses(409, 'Too many different reactions')
  react(
    @Param('id') id: string,
    @Body() input: ReactDirectInput,
    @TheCaller() { id: user_id }: Caller,
  ): Promise<DirectReactionAnswer> {
    return this.messages.addReaction(id, user_id, input.message_id, input.emoji);
  }

  @Delete('messages/:msgId/reactions/:emoji')
  @Summary('Take a reaction back')
  @Answers(200, Done)
  @Refuses(404, 'Conversation not found', 'Message not found')
  async unreact(
    @Param('id') id: string,
    @Param('msgId') messageId: string,
    @Param('emoji') emoji: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.messages.removeReaction(id, caller.id, messageId, emoji);
    return { message: 'Reaction removed' };
  }
}
