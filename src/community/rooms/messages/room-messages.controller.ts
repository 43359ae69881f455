import { Body, Controller, Delete, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Done } from '../../../account/answers.js';
import { Access } from '../../../platform/access/access.js';
import { type Caller, TheCaller } from '../../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { Creates } from '../../../platform/http/idempotency.js';
import { ListQuery } from '../../../platform/http/input/fields.js';
import { RawJson } from '../../../platform/http/raw-json.js';
import { ReadUpdated } from '../../read-updated.js';
import { RoomDoor } from '../room-door.js';
import { ChangeMessage } from './change-message.js';
import { MessageRepository } from './message.repository.js';
import {
  ReadRoomInput,
  RoomMessageAnswer,
  RoomMessagesAnswer,
  WriteRoomMessageInput,
  WrittenRoomMessageAnswer,
} from './messages.io.js';
import { ReadRoom } from './read-room.js';
import { WriteMessage } from './write-message.js';

const SILENCED = [
  'You are muted in this room',
  'You are banned from this room',
  'Join the room first',
] as const;

@Controller('v1/community/rooms/:id')
@Access('user')
export class RoomMessagesController {
  constructor(
    private readonly messages: MessageRepository,
    private readonly door: RoomDoor,
    private readonly write: WriteMessage,
    private readonly change: ChangeMessage,
    private readonly reading: ReadRoom,
  ) {}

  @Get('messages')
  @Summary('The messages of a room, newest first; the cursor is the id of the last one seen')
  @Answers(200, RoomMessagesAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(403, 'You are banned from this room')
  @Refuses(404, 'Room not found')
  async list(
    @Param('id') id: string,
    @Query() query: ListQuery,
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    const slice = this.messages.slice(query);
    const { room_id } = await this.door.enter(id, caller, response);
    return new RawJson(await this.messages.page(room_id, slice));
  }

  @Post('messages')
  @Summary('Write a message; all before it counts as read by its author')
  @Creates(WrittenRoomMessageAnswer)
  @Refuses(403, ...SILENCED)
  @Refuses(404, 'Room not found')
  async create(
    @Param('id') id: string,
    @Body() { content }: WriteRoomMessageInput,
    @TheCaller() caller: Caller,
    @Headers('idempotency-key') clientRef?: string,
  ): Promise<RawJson> {
    return answer(await this.write.create(id, caller, content, clientRef));
  }

  @Patch('messages/:msgId')
  @Summary('Edit a message, as its author')
  @Answers(200, RoomMessageAnswer)
  @Refuses(403, 'Forbidden', ...SILENCED)
  @Refuses(404, 'Room not found', 'Message not found')
  async edit(
    @Param('id') id: string,
    @Param('msgId') messageId: string,
    @Body() { content }: WriteRoomMessageInput,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    return answer(await this.change.edit(id, messageId, caller, content));
  }

  @Delete('messages/:msgId')
  @Summary("Delete a message, as its author or the room's admin; its place in the room stays")
  @Answers(200, Done)
  @Refuses(403, 'Forbidden', 'You are banned from this room')
  @Refuses(404, 'Room not found', 'Message not found')
  async delete(
    @Param('id') id: string,
    @Param('msgId') messageId: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.change.delete(id, messageId, caller);
    return { message: 'Message deleted' };
  }

  @Post('read')
  @Summary('Mark a room as read up to a message')
  @Answers(200, ReadUpdated)
  @Refuses(403, 'You are banned from this room', 'Join the room first')
  @Refuses(404, 'Room not found', 'Message not found')
  read(
    @Param('id') id: string,
    @Body() { message_id }: ReadRoomInput,
    @TheCaller() caller: Caller,
  ): Promise<ReadUpdated> {
    return this.reading.mark(id, caller, message_id);
  }
}

const answer = (message: string) => new RawJson(`{"message":${message}}`);
