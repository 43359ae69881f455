import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Done } from '../../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { ListQuery } from '../../../platform/http/fields.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { banned, notMember } from '../access/room.policy.js';
import { InvitationAnswer, InvitationsAnswer, InviteInput } from '../rooms.dto.js';
import {
  alreadyMember,
  bannedUser,
  cannotInvite,
  ownInvitation,
  RoomInvitationsService,
} from './room-invitations.service.js';

@Controller('v1/community/rooms')
@Access('user')
export class RoomInvitationsController {
  constructor(private readonly invitations: RoomInvitationsService) {}

  @Get('invitations')
  @Summary('Which rooms the caller is invited to, newest first')
  @AnswersPage(InvitationsAnswer)
  list(@Query() query: ListQuery, @TheCaller() { id }: Caller) {
    return this.invitations.list(id, query);
  }

  @Post(':id/invite')
  @Summary('Invite a user: to a public room as a member, to a private one as its admin')
  @Creates(InvitationAnswer, 200)
  @Refuses(ownInvitation, forbidden, notMember, cannotInvite, banned, bannedUser, alreadyMember)
  @Refuses(404, 'User not found')
  create(@IdParam('Room') id: string, @Body() { user_id }: InviteInput, @TheCaller() caller: Caller) {
    return this.invitations.create(id, caller, user_id);
  }

  @Delete(':id/invite/:userId')
  @Summary('Refuse an invitation, or take one back')
  @Answers(200, Done)
  @Refuses(forbidden, banned)
  async delete(
    @IdParam('Room') id: string,
    @IdParam('Invitation', 'userId') userId: string,
    @TheCaller() caller: Caller,
  ): Promise<Done> {
    await this.invitations.delete(id, caller, userId);
    return { message: 'Invitation removed' };
  }
}
