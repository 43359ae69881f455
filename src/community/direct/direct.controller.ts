import { Body, Controller, Delete, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { forbidden } from '../../platform/http/refusal.js';
import {
  ConversationsAnswer,
  DirectMessageAnswer,
  DirectMessageInput,
  DirectMessagesAnswer,
  DirectReactionAnswer,
  OpenConversationInput,
  OpenedConversationAnswer,
  ReactDirectInput,
  ReadDirectInput,
  SentDirectMessageAnswer,
} from './direct.dto.js';
import { DirectMessagesService, tooManyReactions } from './direct-messages.service.js';
import type { Response } from 'express';
import { ListQuery } from '../../platform/http/fields.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ReadUpdated } from '../common.dto.js';
import { cannotMessage, ConversationsService, ownConversation } from './conversations.service.js';

@Controller('v1/community/dm/:id')
@Access('user')
export class DirectMessagesController {
  constructor(private readonly messages: DirectMessagesService) {}

  @Patch('messages/:msgId')
  @Summary('Edit a message, as its sender')
  @Answers(200, DirectMessageAnswer)
  @Refuses(forbidden, cannotMessage)
  edit(
    @IdParam('Conversation') id: string,
    @IdParam('Message', 'msgId') messageId: string,
    @Body() { content }: DirectMessageInput,
    @TheCaller() caller: Caller,
  ) {
    return this.messages.edit(id, caller.id, messageId, content);
  }

  @Delete('messages/:msgId')
  @Summary('Delete a message, as its sender; its place in the conversation stays')
  @Answers(200, Done)
  @Refuses(forbidden)
  async delete(
    @IdParam('Conversation') id: string,
    @IdParam('Message', 'msgId') messageId: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.messages.delete(id, caller.id, messageId);
    return { message: 'Message deleted' };
  }

  @Post('reactions')
  @Summary('React to a message; several different reactions are kept side by side')
  @Creates(DirectReactionAnswer, 200)
  @Refuses(cannotMessage, tooManyReactions)
  @Refuses(404, 'Message not found')
  react(@IdParam('Conversation') id: string, @Body() input: ReactDirectInput, @TheCaller() { id: user_id }: Caller) {
    return this.messages.addReaction(id, user_id, input.message_id, input.emoji);
  }

  @Delete('messages/:msgId/reactions/:emoji')
  @Summary('Take a reaction back')
  @Answers(200, Done)
  async unreact(
    @IdParam('Conversation') id: string,
    @IdParam('Message', 'msgId') messageId: string,
    @Param('emoji') emoji: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.messages.removeReaction(id, caller.id, messageId, emoji);
    return { message: 'Reaction removed' };
  }
}

@Controller('v1/community/dm')
@Access('user')
export class DirectController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly directMessages: DirectMessagesService,
    private readonly realtime: RealtimeService,
  ) {}

  @Get()
  @Summary("The caller's conversations, those with the latest activity first")
  @AnswersPage(ConversationsAnswer)
  async list(
    @Query() query: ListQuery,
    @TheCaller() { id }: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    await this.setPosition(response, id);
    return this.conversations.list(id, query);
  }

  @Post()
  @Summary('Open a conversation with somebody; what is open already is answered as it is')
  @Creates(OpenedConversationAnswer)
  @Refuses(ownConversation, cannotMessage)
  @Refuses(404, 'User not found')
  open(@Body() { user_id }: OpenConversationInput, @TheCaller() { id }: Caller) {
    return this.conversations.open(id, user_id);
  }

  @Get(':id')
  @Summary('The messages of a conversation, newest first; the cursor is the id of the last one seen')
  @AnswersPage(DirectMessagesAnswer)
  async messages(
    @IdParam('Conversation') id: string,
    @Query() query: ListQuery,
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    await this.setPosition(response, caller.id);
    return this.directMessages.list(id, caller.id, query);
  }

  @Post(':id')
  @Summary('Send a message; all before it counts as read by its sender')
  @Creates(SentDirectMessageAnswer)
  @Refuses(cannotMessage)
  send(
    @IdParam('Conversation') id: string,
    @Body() { content }: DirectMessageInput,
    @TheCaller() caller: Caller,
    @Headers('idempotency-key') clientRef?: string,
  ) {
    return this.directMessages.send(id, caller.id, content, clientRef);
  }

  @Post(':id/read')
  @Summary('Mark a conversation as read up to a message')
  @Answers(200, ReadUpdated)
  @Refuses(404, 'Message not found')
  read(@IdParam('Conversation') id: string, @Body() { message_id }: ReadDirectInput, @TheCaller() caller: Caller) {
    return this.conversations.markRead(id, caller.id, message_id);
  }

  /** Runs before the data are read: a change in between arrives as an event, perhaps twice, but is never lost. */
  private async setPosition(response: Response, callerId: string): Promise<void> {
    response.setHeader('X-Realtime-Position', await this.realtime.position(`user:${callerId}`));
  }
}
