import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { forbidden } from '../../platform/http/refusal.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { banned } from './access/room.policy.js';
import {
  ChangedRoomAnswer,
  CreateRoomInput,
  OpenedRoomAnswer,
  RoomCategoriesAnswer,
  RoomDetailAnswer,
  RoomsAnswer,
  RoomsQuery,
  UpdateRoomInput,
} from './rooms.dto.js';
import { RoomsService } from './rooms.service.js';

@Controller('v1/community/rooms')
@Access('user')
export class RoomsController {
  constructor(
    private readonly rooms: RoomsService,
    private readonly realtime: RealtimeService,
  ) {}

  @Get()
  @Summary('Rooms that are open to the caller, newest first; or those of which they are a member')
  @AnswersPage(RoomsAnswer)
  async list(
    @Query() query: RoomsQuery,
    @TheCaller() { id }: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RawJson> {
    response.setHeader('X-Realtime-Position', await this.realtime.position(`user:${id}`));
    return this.rooms.list(id, query);
  }

  @Post()
  @Summary('Open a room, as its owner and first admin')
  @Creates(OpenedRoomAnswer)
  @Refuses(404, 'Category not found')
  create(@Body() input: CreateRoomInput, @TheCaller() { id }: Caller) {
    return this.rooms.create(id, input);
  }

  @Get('categories')
  @Summary('What rooms can be about')
  @Answers(200, RoomCategoriesAnswer)
  categories() {
    return this.rooms.listCategories();
  }

  @Get(':id')
  @Summary('A room with its first hundred members and last fifty messages')
  @Answers(200, RoomDetailAnswer)
  @Refuses(banned)
  find(@IdParam('Room') id: string, @TheCaller() caller: Caller, @Res({ passthrough: true }) response: Response) {
    return this.rooms.find(id, caller, response);
  }

  @Patch(':id')
  @Summary('Change a room, as its admin')
  @Answers(200, ChangedRoomAnswer)
  @Refuses(forbidden, banned)
  @Refuses(404, 'Category not found')
  update(@IdParam('Room') id: string, @Body() input: UpdateRoomInput, @TheCaller() caller: Caller) {
    return this.rooms.update(id, caller, input);
  }

  @Delete(':id')
  @Summary('Delete a room with all that is in it, as its owner')
  @Answers(200, Done)
  @Refuses(forbidden, banned)
  async delete(@IdParam('Room') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.rooms.delete(id, caller);
    return { message: 'Room deleted successfully' };
  }
}
