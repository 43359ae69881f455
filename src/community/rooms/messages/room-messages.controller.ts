import { Body, Controller, Delete, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Done } from '../../../account/answers.js';
import { Access } from '../../../platform/access/access.js';
import { type Caller, TheCaller } from '../../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { Creates } from '../../../platform/http/idempotency.js';
import { ListQuery } from '../../../platform/http/input/fields.js';
import type { RawJson } from '../../../platform/http/raw-json.js';
import { BANNED, MUTED, NOT_MEMBER } from '../access/room.policy.js';
import { ReadUpdated } from '../../read-updated.events.js';
import {
  ReadRoomInput,
  RoomMessageAnswer,
  RoomMessagesAnswer,
  WriteRoomMessageInput,
  WrittenRoomMessageAnswer,
} from './room-messages.dto.js';
import { RoomMessagesService } from './room-messages.service.js';

const MAY_NOT_WRITE = [MUTED, BANNED, NOT_MEMBER] as const;

@Controller('v1/community/rooms/:id')
@Access('user')
export class RoomMessagesController {
  constructor(private readonly messages: RoomMessagesService) {}

  @Get('messages')
  @Summary('The messages of a room, newest first; the cursor is the id of the last one seen')
  @Answers(200, RoomMessagesAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(403, BANNED)
  @Refuses(404, 'Room not found')
  list(
    @Param('id') id: string,
    @Query() query: ListQuery,
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    return this.messages.list(id, caller, query, response);
  }

  @Post('messages')
  @Summary('Write a message; all before it counts as read by its author')
  @Creates(WrittenRoomMessageAnswer)
  @Refuses(403, ...MAY_NOT_WRITE)
  @Refuses(404, 'Room not found')
  create(
    @Param('id') id: string,
    @Body() { content }: WriteRoomMessageInput,
    @TheCaller() caller: Caller,
    @Headers('idempotency-key') clientRef?: string,
  ): Promise<RawJson> {
    return this.messages.create(id, caller, content, clientRef);
  }

  @Patch('messages/:msgId')
  @Summary('Edit a message, as its author')
  @Answers(200, RoomMessageAnswer)
  @Refuses(403, 'Forbidden', ...MAY_NOT_WRITE)
  @Refuses(404, 'Room not found', 'Message not found')
  edit(
    @Param('id') id: string,
    @Param('msgId') messageId: string,
    @Body() { content }: WriteRoomMessageInput,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    return this.messages.edit(id, messageId, caller, content);
  }

  @Delete('messages/:msgId')
  @Summary("Delete a message, as its author or the room's admin; its place in the room stays")
  @Answers(200, Done)
  @Refuses(403, 'Forbidden', BANNED)
  @Refuses(404, 'Room not found', 'Message not found')
  async delete(@Param('id') id: string, @Param('msgId') messageId: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.messages.delete(id, messageId, caller);
    return { message: 'Message deleted' };
  }

  @Post('read')
  @Summary('Mark a room as read up to a message')
  @Answers(200, ReadUpdated)
  @Refuses(403, BANNED, NOT_MEMBER)
  @Refuses(404, 'Room not found', 'Message not found')
  read(
    @Param('id') id: string,
    @Body() { message_id }: ReadRoomInput,
    @TheCaller() caller: Caller,
  ): Promise<ReadUpdated> {
    return this.messages.markRead(id, caller, message_id);
  }
}
