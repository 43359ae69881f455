import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import type { Request, Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Drain } from '../../platform/http/drain.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { Refusal, unavailable } from '../../platform/http/refusal.js';
import { Upgrades } from '../../platform/http/upgrades.js';
import { Credentials, TICKET_SECONDS } from '../connections/credentials.js';
import { Reception } from '../connections/reception.js';
import { Sockets } from '../socket/sockets.js';

export class TicketAnswer {
  @IsString() ticket!: string;
  @IsInt() expires_in!: number;
}

const KEY = /^[+/0-9A-Za-z]{22}==$/;

@Controller('v1/realtime')
export class RealtimeController {
  constructor(
    private readonly sockets: Sockets,
    private readonly credentials: Credentials,
    private readonly upgrades: Upgrades,
    private readonly drain: Drain,
    reception: Reception,
  ) {
    drain.onStart(() => reception.dismiss());
    upgrades.offer('/v1/realtime');
  }

  @Get()
  @Summary('The WebSocket; its frames are described at /v1/realtime/schema')
  @Access('none')
  @Answers(101)
  @Refuses(400, 'Credentials do not belong in the address', 'Malformed request')
  @Refuses(401, 'Not authenticated')
  @Refuses(403, 'Origin not allowed')
  @Refuses(426, 'Upgrade required')
  async open(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.upgrades.isAsking(request) || request.headers['sec-websocket-version'] !== '13') {
      response.setHeader('Upgrade', 'websocket');
      response.setHeader('Sec-WebSocket-Version', '13');
      throw new Refusal(426, 'Upgrade required');
    }
    const bearer = await this.credentials.ofRequest(request);
    if (!KEY.test(request.headers['sec-websocket-key'] ?? '')) throw new Refusal(400, 'Malformed request');
    if (this.drain.started) throw unavailable();
    this.sockets.open(request, bearer);
  }

  @Post('tickets')
  @Summary('A ticket for one connection of a browser, which cannot send headers with it')
  @Access('user')
  @Creates(TicketAnswer)
  @Refuses(400, 'Validation error')
  async ticket(@Req() { headers }: Request, @TheCaller() caller: Caller): Promise<TicketAnswer> {
    return {
      ticket: await this.credentials.ticket(caller, headers.authorization),
      expires_in: TICKET_SECONDS,
    };
  }
}
