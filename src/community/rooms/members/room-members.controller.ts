import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Done } from '../../../account/answers.js';
import { Access } from '../../../platform/access/access.js';
import { type Caller, TheCaller } from '../../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../../platform/http/endpoint.js';
import { Creates } from '../../../platform/http/idempotency.js';
import { ListQuery } from '../../../platform/http/input/fields.js';
import { RawJson } from '../../../platform/http/raw-json.js';
import { RoomAccess } from '../room-access.js';
import { ChangeRole } from './change-role.js';
import { MemberRepository } from './member.repository.js';
import { MemberAnswer, MemberRoleAnswer, RoleInput, RoomMembersAnswer } from './members.io.js';
import { Membership } from './membership.js';

@Controller('v1/community/rooms/:id')
@Access('user')
export class RoomMembersController {
  constructor(
    private readonly members: MemberRepository,
    private readonly access: RoomAccess,
    private readonly membership: Membership,
    private readonly roles: ChangeRole,
  ) {}

  @Get('members')
  @Summary('Who is in a room: admins first, then by how long they are there')
  @Answers(200, RoomMembersAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(403, 'You are banned from this room')
  @Refuses(404, 'Room not found')
  async list(
    @Param('id') id: string,
    @Query() query: ListQuery,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    const slice = this.members.slice(query);
    const { room_id } = await this.access.seen(id, caller);
    return new RawJson(await this.members.page(room_id, slice));
  }

  @Post('join')
  @Summary('Join a public room, or a private one by an invitation')
  @Creates(MemberAnswer, 200)
  @Refuses(403, 'You are banned from this room')
  @Refuses(404, 'Room not found')
  async join(@Param('id') id: string, @TheCaller() caller: Caller): Promise<RawJson> {
    return new RawJson(`{"member":${await this.membership.join(id, caller)}}`);
  }

  @Post('leave')
  @Summary('Leave a room; where no admin is left, whoever is there for longest becomes one')
  @Answers(200, Done)
  @Refuses(403, 'You are banned from this room')
  @Refuses(404, 'Room not found')
  async leave(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.membership.leave(id, caller);
    return { message: 'Left room successfully' };
  }

  @Patch('roles')
  @Summary('Make a member an admin, or an admin a member')
  @Answers(200, MemberRoleAnswer)
  @Refuses(400, 'You cannot change your own role')
  @Refuses(403, 'Forbidden', 'You are banned from this room')
  @Refuses(404, 'Room not found', 'Member not found')
  @Refuses(409, 'The last admin cannot be demoted')
  async role(
    @Param('id') id: string,
    @Body() input: RoleInput,
    @TheCaller() caller: Caller,
  ): Promise<MemberRoleAnswer> {
    return { member: await this.roles.run(id, caller, input) };
  }
}
