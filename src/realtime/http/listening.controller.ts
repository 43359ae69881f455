import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { IsObject, IsString } from 'class-validator';
import type { Request, Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { Drain } from '../../platform/http/drain.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Optional } from '../../platform/http/input/fields.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notAuthenticated, unavailable } from '../../platform/http/refusal.js';
import { Credentials } from '../connections/credentials.js';
import { CatchUp } from './catch-up.js';
import { CatchUpAnswer, CatchUpQuery } from './catch-up.io.js';
import { EventStreams } from './event-streams.js';
import { readPositions } from './positions.js';
import { asyncApi } from '../schema/async-api.js';

export class EventsQuery {
  @Optional() @IsString() streams?: string;
  @Optional() @IsString() since?: string;
  @Optional() @IsString() ticket?: string;
}

export class AsyncApiAnswer {
  @IsString() asyncapi!: string;
  @IsObject() info!: object;
  @IsString() defaultContentType!: string;
  @IsObject() channels!: object;
  @IsObject() operations!: object;
  @IsObject() components!: object;
}

/** The same events over plain HTTP: as a stream, or page by page. */
@Controller('v1/realtime')
@Access('none')
export class ListeningController {
  private document: RawJson | undefined;

  constructor(
    private readonly credentials: Credentials,
    private readonly eventStreams: EventStreams,
    private readonly catchUp: CatchUp,
    private readonly drain: Drain,
  ) {}

  @Get('events')
  @Summary('Server-sent events, by header or ticket')
  @Answers(200, undefined, 'text/event-stream')
  @Refuses(400, 'Credentials do not belong in the address')
  @Refuses(401, 'Not authenticated')
  @Refuses(403, 'Origin not allowed')
  async events(
    @Req() request: Request,
    @Res() response: Response,
    @Query() { streams, since }: EventsQuery,
  ): Promise<void> {
    const bearer = await this.credentials.ofRequest(request);
    if (!bearer) throw notAuthenticated();
    const last = request.headers['last-event-id'];
    const position = typeof last === 'string' && last ? last : since;
    const named = position ? readPositions(position, last ? 'Last-Event-ID' : 'since') : undefined;
    if (this.drain.started) throw unavailable();
    await this.eventStreams.open(response, bearer, streams ? streams.split(',') : undefined, named);
  }

  @Get('catch-up')
  @Summary('What was said in a stream after a position, page by page')
  @Answers(200, CatchUpAnswer)
  @Refuses(400, 'Credentials do not belong in the address', 'Invalid limit')
  @Refuses(401, 'Not authenticated')
  @Refuses(403, 'Origin not allowed', 'You are banned from this room')
  @Refuses(404, 'Stream not found')
  async missed(@Req() request: Request, @Query() query: CatchUpQuery): Promise<RawJson> {
    const bearer = await this.credentials.ofRequest(request, false);
    if (!bearer) throw notAuthenticated();
    return this.catchUp.page(bearer.caller.id, query);
  }

  @Get('schema')
  @Summary('The AsyncAPI document of the frames and events')
  @Answers(200, AsyncApiAnswer)
  schema(): RawJson {
    return (this.document ??= new RawJson(JSON.stringify(asyncApi())));
  }
}
