import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Summary } from '../../platform/http/endpoint.js';
import type { PresenceState } from '../../realtime/extension-points.js';
import { PresenceAnswer, PresenceInput, ShownPresence } from './presence.dto.js';
import { PresenceService } from './presence.service.js';

@Controller('v1/community/presence')
@Access('user')
export class PresenceController {
  constructor(private readonly presence: PresenceService) {}

  @Post()
  @Summary('Say whether one is there')
  @Answers(200, PresenceAnswer)
  async set(
    @Body() { status = 'online' }: PresenceInput,
    @TheCaller() { id }: Caller,
  ): Promise<{ presence: PresenceState }> {
    return { presence: await this.presence.set(id, status) };
  }

  @Get(':userId')
  @Summary('Whether somebody is there; who may not be seen looks like who never said so')
  @Answers(200, ShownPresence)
  async find(@Param('userId') userId: string, @TheCaller() { id }: Caller): Promise<ShownPresence> {
    return (await this.presence.find(userId, id)) ?? { status: 'offline' };
  }
}
