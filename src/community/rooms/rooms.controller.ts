import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { Realtime } from '../../realtime/realtime.js';
import { RoomDoor } from './room-door.js';
import { userStream } from './room-events.js';
import { RoomRepository } from './room.repository.js';
import {
  ChangedRoomAnswer,
  CreateRoomInput,
  OpenedRoomAnswer,
  RoomCategoriesAnswer,
  RoomDetailAnswer,
  RoomsAnswer,
  RoomsQuery,
  UpdateRoomInput,
} from './rooms.io.js';
import { WriteRoom } from './write-room.js';

@Controller('v1/community/rooms')
@Access('user')
export class RoomsController {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly write: WriteRoom,
    private readonly door: RoomDoor,
    private readonly realtime: Realtime,
  ) {}

  @Get()
  @Summary('Rooms that are open to the caller, newest first; or those where he is a member')
  @Answers(200, RoomsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(
    @Query() query: RoomsQuery,
    @TheCaller() { id }: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    response.setHeader('X-Realtime-Position', await this.realtime.position(userStream(id)));
    return new RawJson(await this.rooms.page(id, query));
  }

  @Post()
  @Summary('Open a room, as its owner and first admin')
  @Creates(OpenedRoomAnswer)
  @Refuses(404, 'Category not found')
  async create(@Body() input: CreateRoomInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return answer(await this.write.create(id, input));
  }

  @Get('categories')
  @Summary('What rooms can be about')
  @Answers(200, RoomCategoriesAnswer)
  async categories(): Promise<RawJson> {
    return new RawJson(`{"categories":${await this.rooms.categories()}}`);
  }

  @Get(':id')
  @Summary('A room with its first hundred members and last fifty messages')
  @Answers(200, RoomDetailAnswer)
  @Refuses(403, 'You are banned from this room')
  @Refuses(404, 'Room not found')
  async find(
    @Param('id') id: string,
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    const { room_id } = await this.door.enter(id, caller, response);
    const json = await this.rooms.detail(room_id);
    if (!json) throw notFound('Room');
    return new RawJson(json);
  }

  @Patch(':id')
  @Summary('Change a room, as its admin')
  @Answers(200, ChangedRoomAnswer)
  @Refuses(403, 'Forbidden', 'You are banned from this room')
  @Refuses(404, 'Room not found', 'Category not found')
  async update(
    @Param('id') id: string,
    @Body() input: UpdateRoomInput,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    return answer(await this.write.update(id, caller, input));
  }

  @Delete(':id')
  @Summary('Delete a room with all that is in it, as its owner')
  @Answers(200, Done)
  @Refuses(403, 'Forbidden', 'You are banned from this room')
  @Refuses(404, 'Room not found')
  async delete(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.write.delete(id, caller);
    return { message: 'Room deleted successfully' };
  }
}

const answer = (room: string) => new RawJson(`{"room":${room}}`);
