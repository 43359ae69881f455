import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Done } from '../../../account/answers.js';
import { Access } from '../../../platform/access/access.js';
import { type Caller, TheCaller } from '../../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { Creates } from '../../../platform/http/idempotency.js';
import { ListQuery } from '../../../platform/http/input/fields.js';
import { RawJson } from '../../../platform/http/raw-json.js';
import { RoomAccess } from '../room-access.js';
import { Moderate } from './moderate.js';
import {
  BanAnswer,
  KickAnswer,
  ModerateInput,
  ModerationLogAnswer,
  MuteAnswer,
  MuteInput,
} from './moderation.io.js';
import { ModerationRepository } from './moderation.repository.js';

const SELF = [400, 'You cannot moderate yourself'] as const;
const NOT_BY_HIM = [403, 'Forbidden', 'You are banned from this room'] as const;
const NOBODY = [404, 'Room not found', 'User not found'] as const;

@Controller('v1/community/rooms/:id/moderation')
@Access('user')
export class RoomModerationController {
  constructor(
    private readonly moderate: Moderate,
    private readonly moderation: ModerationRepository,
    private readonly access: RoomAccess,
  ) {}

  @Post('mute')
  @Summary('Mute somebody in a room, for a while or until it is taken back')
  @Creates(MuteAnswer, 200)
  @Refuses(...SELF)
  @Refuses(...NOT_BY_HIM)
  @Refuses(...NOBODY)
  async mute(
    @Param('id') id: string,
    @Body() { user_id, duration_minutes = null }: MuteInput,
    @TheCaller() caller: Caller,
  ): Promise<MuteAnswer> {
    return { moderation: await this.moderate.mute(id, caller, user_id, duration_minutes) };
  }

  @Post('ban')
  @Summary('Ban somebody from a room, whom it removes')
  @Creates(BanAnswer, 200)
  @Refuses(...SELF)
  @Refuses(...NOT_BY_HIM)
  @Refuses(...NOBODY)
  async ban(
    @Param('id') id: string,
    @Body() { user_id }: ModerateInput,
    @TheCaller() caller: Caller,
  ): Promise<BanAnswer> {
    return { moderation: await this.moderate.ban(id, caller, user_id) };
  }

  @Post('kick')
  @Summary('Remove a member from a room, who may come back')
  @Creates(KickAnswer, 200)
  @Refuses(...SELF)
  @Refuses(...NOT_BY_HIM)
  @Refuses(...NOBODY, 'Member not found')
  async kick(
    @Param('id') id: string,
    @Body() { user_id }: ModerateInput,
    @TheCaller() caller: Caller,
  ): Promise<KickAnswer> {
    return { moderation: await this.moderate.kick(id, caller, user_id) };
  }

  @Delete('mute/:userId')
  @Summary('Let somebody speak again')
  @Answers(200, Done)
  @Refuses(...SELF)
  @Refuses(...NOT_BY_HIM)
  @Refuses(...NOBODY)
  async unmute(
    @Param('id') id: string,
    @Param('userId') userId: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.moderate.unmute(id, caller, userId);
    return { message: 'User unmuted' };
  }

  @Delete('ban/:userId')
  @Summary('Let somebody in again')
  @Answers(200, Done)
  @Refuses(...SELF)
  @Refuses(...NOT_BY_HIM)
  @Refuses(...NOBODY)
  async unban(
    @Param('id') id: string,
    @Param('userId') userId: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.moderate.unban(id, caller, userId);
    return { message: 'User unbanned' };
  }

  @Get('log')
  @Summary('What was done to whom in a room, newest first, for its admins')
  @Answers(200, ModerationLogAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(...NOT_BY_HIM)
  @Refuses(404, 'Room not found')
  async log(
    @Param('id') id: string,
    @Query() query: ListQuery,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    const slice = this.moderation.slice(query);
    const { room_id } = await this.access.administered(id, caller);
    return new RawJson(await this.moderation.log(room_id, slice));
  }
}
