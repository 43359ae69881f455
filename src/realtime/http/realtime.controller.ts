import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { ShutdownService } from '../../platform/http/server/shutdown.service.js';
import { Answers, Creates, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notAuthenticated, refusal, unavailable } from '../../platform/http/refusal.js';
import { UpgradesService } from '../../platform/http/server/upgrades.service.js';
import { credentialInAddress, CredentialsService, originNotAllowed } from '../connections/credentials.service.js';
import { ConnectionLifecycleService } from '../connections/connection-lifecycle.service.js';
import { SocketsService } from '../socket/sockets.service.js';
import { TicketAnswer } from './realtime.dto.js';

const malformedRequest = refusal(400, 'Malformed request');
const upgradeRequired = refusal(426, 'Upgrade required');
const KEY = /^[+/0-9A-Za-z]{22}==$/;

@Controller('v1/realtime')
export class RealtimeController {
  constructor(
    private readonly sockets: SocketsService,
    private readonly credentials: CredentialsService,
    private readonly upgrades: UpgradesService,
    private readonly shutdown: ShutdownService,
    lifecycle: ConnectionLifecycleService,
  ) {
    shutdown.onStart(() => lifecycle.closeAll());
    upgrades.addPath('/v1/realtime');
  }

  @Get()
  @Summary('The WebSocket; its frames are described at /v1/realtime/schema')
  @Access('none')
  @Answers(101)
  @Refuses(credentialInAddress, malformedRequest, notAuthenticated, originNotAllowed, upgradeRequired)
  async open(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.upgrades.isUpgrade(request) || request.headers['sec-websocket-version'] !== '13') {
      response.setHeader('Upgrade', 'websocket');
      response.setHeader('Sec-WebSocket-Version', '13');
      throw upgradeRequired();
    }
    const bearer = await this.credentials.readRequest(request);
    if (!KEY.test(request.headers['sec-websocket-key'] ?? '')) throw malformedRequest();
    if (this.shutdown.started) throw unavailable();
    this.sockets.open(request, bearer);
  }

  @Post('tickets')
  @Summary('A ticket for one connection of a browser, which cannot send headers with it')
  @Access('user')
  @Creates(TicketAnswer)
  @Refuses(400, 'Validation error')
  ticket(@Req() { headers }: Request, @TheCaller() caller: Caller): Promise<TicketAnswer> {
    return this.credentials.createTicket(caller, headers.authorization);
  }
}
