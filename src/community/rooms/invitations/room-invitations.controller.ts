import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Done } from '../../../account/answers.js';
import { Access } from '../../../platform/access/access.js';
import { type Caller, TheCaller } from '../../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { Creates } from '../../../platform/http/idempotency.js';
import { ListQuery } from '../../../platform/http/input/fields.js';
import type { RawJson } from '../../../platform/http/raw-json.js';
import { BANNED, NOT_MEMBER } from '../access/room.policy.js';
import { InvitationAnswer, InvitationsAnswer, InviteInput } from './room-invitations.dto.js';
import { RoomInvitationsService } from './room-invitations.service.js';

@Controller('v1/community/rooms')
@Access('user')
export class RoomInvitationsController {
  constructor(private readonly invitations: RoomInvitationsService) {}

  @Get('invitations')
  @Summary('Which rooms the caller is invited to, newest first')
  @Answers(200, InvitationsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  list(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<RawJson> {
    return this.invitations.list(id, query);
  }

  @Post(':id/invite')
  @Summary('Invite a user: to a public room as a member, to a private one as its admin')
  @Creates(InvitationAnswer, 200)
  @Refuses(400, 'You cannot invite yourself')
  @Refuses(403, 'Forbidden', NOT_MEMBER, 'You cannot invite this user', BANNED)
  @Refuses(404, 'Room not found', 'User not found')
  @Refuses(409, 'User is banned from this room', 'User is already a member of this room')
  create(@Param('id') id: string, @Body() { user_id }: InviteInput, @TheCaller() caller: Caller): Promise<RawJson> {
    return this.invitations.create(id, caller, user_id);
  }

  @Delete(':id/invite/:userId')
  @Summary('Refuse an invitation, or take one back')
  @Answers(200, Done)
  @Refuses(403, 'Forbidden', BANNED)
  @Refuses(404, 'Room not found', 'Invitation not found')
  async delete(@Param('id') id: string, @Param('userId') userId: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.invitations.delete(id, caller, userId);
    return { message: 'Invitation removed' };
  }
}
