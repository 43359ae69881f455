import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Done } from '../../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { ListQuery } from '../../../platform/http/fields.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { banned } from '../access/room.policy.js';
import { ownAccount, RoomModerationService } from './room-moderation.service.js';
import {
  BanAnswer,
  KickAnswer,
  ModerateInput,
  ModerationLogAnswer,
  MuteAnswer,
  MuteInput,
} from './room-moderation.dto.js';

const REFUSALS = [ownAccount, forbidden, banned] as const;

@Controller('v1/community/rooms/:id/moderation')
@Access('user')
export class RoomModerationController {
  constructor(private readonly moderation: RoomModerationService) {}

  @Post('mute')
  @Summary('Mute somebody in a room, for a while or until it is taken back')
  @Creates(MuteAnswer, 200)
  @Refuses(...REFUSALS)
  @Refuses(404, 'User not found')
  mute(
    @IdParam('Room') id: string,
    @Body() { user_id, duration_minutes = null }: MuteInput,
    @TheCaller() caller: Caller,
  ) {
    return this.moderation.mute(id, caller, user_id, duration_minutes);
  }

  @Post('ban')
  @Summary('Ban somebody from a room, whom it removes')
  @Creates(BanAnswer, 200)
  @Refuses(...REFUSALS)
  @Refuses(404, 'User not found')
  ban(@IdParam('Room') id: string, @Body() { user_id }: ModerateInput, @TheCaller() caller: Caller) {
    return this.moderation.ban(id, caller, user_id);
  }

  @Post('kick')
  @Summary('Remove a member from a room, who may come back')
  @Creates(KickAnswer, 200)
  @Refuses(...REFUSALS)
  @Refuses(404, 'User not found', 'Member not found')
  kick(@IdParam('Room') id: string, @Body() { user_id }: ModerateInput, @TheCaller() caller: Caller) {
    return this.moderation.kick(id, caller, user_id);
  }

  @Delete('mute/:userId')
  @Summary('Let somebody speak again')
  @Answers(200, Done)
  @Refuses(...REFUSALS)
  async unmute(
    @IdParam('Room') id: string,
    @IdParam('User', 'userId') userId: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.moderation.lift(id, caller, userId, 'mute');
    return { message: 'User unmuted' };
  }

  @Delete('ban/:userId')
  @Summary('Let somebody in again')
  @Answers(200, Done)
  @Refuses(...REFUSALS)
  async unban(
    @IdParam('Room') id: string,
    @IdParam('User', 'userId') userId: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.moderation.lift(id, caller, userId, 'ban');
    return { message: 'User unbanned' };
  }

  @Get('log')
  @Summary('What was done to whom in a room, newest first, for its admins')
  @AnswersPage(ModerationLogAnswer)
  @Refuses(forbidden, banned)
  log(@IdParam('Room') id: string, @Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.moderation.listLog(id, caller, query);
  }
}
