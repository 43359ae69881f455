import { All, Controller, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../platform/access/access.js';
import { RawBody, type WithRawBody } from '../platform/http/input/body.guard.js';
import { notFound } from '../platform/http/refusal.js';
import { nameRoute } from '../platform/http/route.registry.js';
import { sendPublic } from './kernel/pages/send-public.js';
import { APP_REGISTRY, type AppRegistry } from './kernel/registry.js';

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
    if (!surface) throw notFound('App');
    nameRoute(request, `/v1/apps/${slug}/public/*rest`);
    await sendPublic(surface, { request, response, path: rest.join('/') });
  }
}
