import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Summary } from '../../platform/http/endpoint.js';
import type { PresenceState } from '../../realtime/presence-keeper.port.js';
import { PresenceAnswer, PresenceInput, ShownPresence } from './presence.io.js';
import { Presences } from './presences.js';

@Controller('v1/community/presence')
@Access('user')
export class PresenceController {
  constructor(private readonly presences: Presences) {}

  @Post()
  @Summary('Say whether one is there')
  @Answers(200, PresenceAnswer)
  async set(
    @Body() { status = 'online' }: PresenceInput,
    @TheCaller() { id }: Caller,
  ): Promise<{ presence: PresenceState }> {
    return { presence: await this.presences.set(id, status) };
  }

  @Get(':userId')
  @Summary('Whether somebody is there; who may not be seen looks like who never said so')
  @Answers(200, ShownPresence)
  async find(@Param('userId') userId: string, @TheCaller() { id }: Caller): Promise<ShownPresence> {
    return (await this.presences.find(userId, id)) ?? { status: 'offline' };
  }
}
