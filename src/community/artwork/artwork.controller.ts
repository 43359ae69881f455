import { builtFiles } from '@community-platform/pages';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound } from '../../platform/http/refusal.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';

/** The pictures by the names of their files. */
const ARTWORK = builtFiles('artwork');

/** Clients cache the pictures for ever, so a changed picture needs another name. */
@Controller('v1/community/artwork')
@Access('none')
@Uncounted()
export class ArtworkController {
  @Get(':name')
  @Summary('A picture of a badge or sticker that ships with the service')
  @Answers(200, undefined, 'image/svg+xml')
  @Refuses(404, 'Artwork not found')
  picture(@Param('name') name: string, @Res() response: Response): void {
    const svg = ARTWORK.get(name);
    if (!svg) throw notFound('Artwork');
    response
      .set('Content-Security-Policy', "sandbox; default-src 'none'")
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .type('image/svg+xml')
      .send(svg);
  }
}
