import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { Done } from '../../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { ListQuery } from '../../../platform/http/fields.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { banned } from '../access/room.policy.js';
import { MemberAnswer, MemberRoleAnswer, RoleInput, RoomMembersAnswer } from '../rooms.dto.js';
import { lastAdmin, ownRole, RoomMembersService } from './room-members.service.js';

@Controller('v1/community/rooms/:id')
@Access('user')
export class RoomMembersController {
  constructor(private readonly members: RoomMembersService) {}

  @Get('members')
  @Summary('Who is in a room: admins first, then by how long they are there')
  @AnswersPage(RoomMembersAnswer)
  @Refuses(banned)
  list(@IdParam('Room') id: string, @Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.members.list(id, caller, query);
  }

  @Post('join')
  @Summary('Join a public room, or a private one by an invitation')
  @Creates(MemberAnswer, 200)
  @Refuses(banned)
  join(@IdParam('Room') id: string, @TheCaller() caller: Caller) {
    return this.members.join(id, caller);
  }

  @Post('leave')
  @Summary('Leave a room; where no admin is left, the member of longest standing becomes one')
  @Answers(200, Done)
  @Refuses(banned)
  async leave(@IdParam('Room') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.members.leave(id, caller);
    return { message: 'Left room successfully' };
  }

  @Patch('roles')
  @Summary('Make a member an admin, or an admin a member')
  @Answers(200, MemberRoleAnswer)
  @Refuses(ownRole, forbidden, banned, lastAdmin)
  @Refuses(404, 'Member not found')
  role(@IdParam('Room') id: string, @Body() input: RoleInput, @TheCaller() caller: Caller) {
    return this.members.changeRole(id, caller, input);
  }
}
