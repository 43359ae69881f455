import { Body, Controller, Delete, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Done } from '../../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { ListQuery } from '../../../platform/http/fields.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { banned, muted, notMember } from '../access/room.policy.js';
import { ReadUpdated } from '../../common.dto.js';
import {
  ReactToMessageInput,
  ReadRoomInput,
  RoomMessageAnswer,
  RoomMessagesAnswer,
  RoomReactionAnswer,
  WriteRoomMessageInput,
  WrittenRoomMessageAnswer,
} from './room-messages.dto.js';
import { RoomMessagesService, tooManyReactions } from './room-messages.service.js';

const MAY_NOT_WRITE = [muted, banned, notMember] as const;

@Controller('v1/community/rooms/:id')
@Access('user')
export class RoomMessagesController {
  constructor(private readonly messages: RoomMessagesService) {}

  @Get('messages')
  @Summary('The messages of a room, newest first; the cursor is the id of the last one seen')
  @AnswersPage(RoomMessagesAnswer)
  @Refuses(banned)
  list(
    @IdParam('Room') id: string,
    @Query() query: ListQuery,
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.messages.list(id, caller, query, response);
  }

  @Post('messages')
  @Summary('Write a message; all before it counts as read by its author')
  @Creates(WrittenRoomMessageAnswer)
  @Refuses(...MAY_NOT_WRITE)
  create(
    @IdParam('Room') id: string,
    @Body() { content }: WriteRoomMessageInput,
    @TheCaller() caller: Caller,
    @Headers('idempotency-key') clientRef?: string,
  ) {
    return this.messages.create(id, caller, content, clientRef);
  }

  @Patch('messages/:msgId')
  @Summary('Edit a message, as its author')
  @Answers(200, RoomMessageAnswer)
  @Refuses(forbidden, ...MAY_NOT_WRITE)
  edit(
    @IdParam('Room') id: string,
    @IdParam('Message', 'msgId') messageId: string,
    @Body() { content }: WriteRoomMessageInput,
    @TheCaller() caller: Caller,
  ) {
    return this.messages.edit(id, messageId, caller, content);
  }

  @Delete('messages/:msgId')
  @Summary("Delete a message, as its author or the room's admin; its place in the room stays")
  @Answers(200, Done)
  @Refuses(forbidden, banned)
  async delete(
    @IdParam('Room') id: string,
    @IdParam('Message', 'msgId') messageId: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.messages.delete(id, messageId, caller);
    return { message: 'Message deleted' };
  }

  @Post('read')
  @Summary('Mark a room as read up to a message')
  @Answers(200, ReadUpdated)
  @Refuses(banned, notMember)
  @Refuses(404, 'Message not found')
  read(@IdParam('Room') id: string, @Body() { message_id }: ReadRoomInput, @TheCaller() caller: Caller) {
    return this.messages.markRead(id, caller, message_id);
  }
}

@Controller('v1/community/rooms/:id/messages/:msgId/reactions')
@Access('user')
export class RoomReactionsController {
  constructor(private readonly messages: RoomMessagesService) {}

  @Post()
  @Summary('React to a message; several emojis of one person stand side by side')
  @Creates(RoomReactionAnswer, 200)
  @Refuses(...MAY_NOT_WRITE, tooManyReactions)
  add(
    @IdParam('Room') id: string,
    @IdParam('Message', 'msgId') messageId: string,
    @Body() { emoji }: ReactToMessageInput,
    @TheCaller() caller: Caller,
  ) {
    return this.messages.addReaction(id, messageId, caller, emoji);
  }

  @Delete(':emoji')
  @Summary("Take the caller's reaction back")
  @Answers(200, Done)
  @Refuses(banned)
  async remove(
    @IdParam('Room') id: string,
    @IdParam('Message', 'msgId') messageId: string,
    @Param('emoji') emoji: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.messages.removeReaction(id, messageId, caller, emoji);
    return { message: 'Reaction removed' };
  }
}
