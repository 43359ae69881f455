import { All, Controller, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../platform/access/access.js';
import type { Caller } from '../platform/access/caller.js';
import { RawBody, type WithRawBody } from '../platform/http/input/body.guard.js';
import { notFound } from '../platform/http/refusal.js';
import { nameRoute } from '../platform/http/route.registry.js';
import type { PublicRequest } from './kernel/pages/public-surface.js';
import { APP_REGISTRY, type AppRegistry } from './kernel/registry.js';
import { visitorOf } from './kernel/calls/visitor.js';

const METHODS = new Set(['GET', 'HEAD', 'POST']);

/** What of apps a browser can open: a redirect, a page, a picture, a calendar. */
@Controller('v1/apps/:slug/public')
@Access('none')
export class PublicSurfaceController {
  constructor(@Inject(APP_REGISTRY) private readonly registry: AppRegistry) {}

  @All('*rest')
  @RawBody()
  async open(@Req() request: Request & WithRawBody, @Res() response: Response): Promise<void> {
    const { slug, rest } = request.params as unknown as { slug: string; rest: string[] };
    const surface = this.registry.find(slug)?.surface;
    if (surface) nameRoute(request, `/v1/apps/${slug}/public/*rest`);
    const method = request.method as PublicRequest['method'];
    const isTaken = METHODS.has(method) && (method !== 'POST' || surface?.takesPosts);
    const answer =
      surface && isTaken
        ? await surface.answer({
            method,
            path: rest.join('/'),
            query: request.originalUrl.split('?').slice(1).join('?'),
            body: request.rawBody ?? Buffer.alloc(0),
            visitor: visitorOf(request),
            caller: request.user as Caller | undefined,
          })
        : undefined;
    if (!answer) throw notFound(surface ? 'Page' : 'App');
    response.status(answer.status).set(answer.headers ?? {});
    response.end(method === 'HEAD' ? undefined : answer.body);
  }
}
