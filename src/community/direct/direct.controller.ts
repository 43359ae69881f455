import { Body, Controller, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ReadUpdated } from '../read-updated.events.js';
import { ConversationsService } from './conversations.service.js';
import { DirectMessagesService } from './direct-messages.service.js';
import {
  ConversationsAnswer,
  DirectMessageInput,
  DirectMessagesAnswer,
  OpenConversationInput,
  OpenedConversationAnswer,
  ReadDirectInput,
  SentDirectMessageAnswer,
} from './direct.dto.js';

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
  @Answers(200, ConversationsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
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
  @Refuses(400, 'You cannot message yourself')
  @Refuses(403, 'You cannot message this user')
  @Refuses(404, 'User not found')
  open(@Body() { user_id }: OpenConversationInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return this.conversations.open(id, user_id);
  }

  @Get(':id')
  @Summary('The messages of a conversation, newest first; the cursor is the id of the last one seen')
  @Answers(200, DirectMessagesAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(404, 'Conversation not found')
  async messages(
    @Param('id') id: string,
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
  @Refuses(403, 'You cannot message this user')
  @Refuses(404, 'Conversation not found')
  send(
    @Param('id') id: string,
    @Body() { content }: DirectMessageInput,
    @TheCaller() caller: Caller,
    @Headers('idempotency-key') clientRef?: string,
  ): Promise<RawJson> {
    return this.directMessages.send(id, caller.id, content, clientRef);
  }

  @Post(':id/read')
  @Summary('Mark a conversation as read up to a message')
  @Answers(200, ReadUpdated)
  @Refuses(404, 'Conversation not found', 'Message not found')
  read(
    @Param('id') id: string,
    @Body() { message_id }: ReadDirectInput,
    @TheCaller() caller: Caller,
  ): Promise<ReadUpdated> {
    return this.conversations.markRead(id, caller.id, message_id);
  }

  /** Runs before the data are read: a change in between arrives as an event, perhaps twice, but is never lost. */
  private async setPosition(response: Response, callerId: string): Promise<void> {
    response.setHeader('X-Realtime-Position', await this.realtime.position(`user:${callerId}`));
  }
}
