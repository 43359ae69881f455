import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { ShutdownService } from '../../platform/http/server/shutdown.service.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { JsonDocument, RawJson } from '../../platform/http/raw-json.js';
import { notAuthenticated, unavailable } from '../../platform/http/refusal.js';
import { credentialInAddress, CredentialsService, originNotAllowed } from '../connections/credentials.service.js';
import { banned, CatchUpService, invalidLimit } from './catch-up.service.js';
import { EventStreamsService, readPositions } from './event-streams.service.js';
import { AsyncApiAnswer, CatchUpAnswer, CatchUpQuery, EventsQuery } from './realtime.dto.js';
import { asyncApi } from '../schema/async-api.js';

/** The same events over plain HTTP: as server-sent events, or page by page. */
@Controller('v1/realtime')
@Access('none')
export class EventStreamsController {
  private document: JsonDocument | undefined;

  constructor(
    private readonly credentials: CredentialsService,
    private readonly eventStreams: EventStreamsService,
    private readonly catchUp: CatchUpService,
    private readonly shutdown: ShutdownService,
  ) {}

  @Get('events')
  @Summary('Server-sent events, by header or ticket')
  @Answers(200, undefined, 'text/event-stream')
  @Refuses(credentialInAddress, notAuthenticated, originNotAllowed)
  async events(
    @Req() request: Request,
    @Res() response: Response,
    @Query() { streams, since }: EventsQuery,
  ): Promise<void> {
    const bearer = await this.credentials.readRequest(request);
    if (!bearer) throw notAuthenticated();
    const last = request.headers['last-event-id'];
    const position = typeof last === 'string' && last ? last : since;
    const named = position ? readPositions(position, last ? 'Last-Event-ID' : 'since') : undefined;
    if (this.shutdown.started) throw unavailable();
    await this.eventStreams.open(response, bearer, streams ? streams.split(',') : undefined, named);
  }

  @Get('catch-up')
  @Summary('What was said in a stream after a position, page by page')
  @Answers(200, CatchUpAnswer)
  @Refuses(credentialInAddress, invalidLimit, notAuthenticated, originNotAllowed, banned)
  @Refuses(404, 'Stream not found')
  async missed(@Req() request: Request, @Query() query: CatchUpQuery): Promise<RawJson> {
    const bearer = await this.credentials.readRequest(request, false);
    if (!bearer) throw notAuthenticated();
    return this.catchUp.readPage(bearer.caller.id, query);
  }

  @Get('schema')
  @Summary('The AsyncAPI document of the frames and events')
  @Answers(200, AsyncApiAnswer)
  schema(@Req() request: Request, @Res() response: Response): void {
    (this.document ??= new JsonDocument(asyncApi())).send(request, response);
  }
}
