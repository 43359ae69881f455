import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFile } from '@community-platform/pages';
import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
// The package's main module is not imported, because it loads the whole page.
import assets from 'swagger-ui-dist/absolute-path.js';
import { Access } from '../../access/access.js';
import { JsonDocument } from '../raw-json.js';
import { notFound } from '../refusal.js';
import { OpenApiService } from './openapi.service.js';

const ASSETS: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const PAGE = builtFile('docs.html');
const START = builtFile('docs/start.js');

/**
 * The API reference: the OpenAPI document, and a page whose assets are all served from here. The page shows one part of
 * the document at a time, because a browser takes many seconds for all operations.
 */
@Controller()
@Access('none')
export class DocsController {
  private cached: JsonDocument | undefined;
  private readonly cachedParts = new Map<string, JsonDocument>();

  constructor(private readonly openApi: OpenApiService) {}

  @Get('v1/openapi.json')
  document(@Req() request: Request, @Res() response: Response): void {
    (this.cached ??= new JsonDocument(this.openApi.document())).send(request, response);
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header(
    'Content-Security-Policy',
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
  )
  page(): string {
    return PAGE;
  }

  @Get('docs/start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return START;
  }

  @Get('docs/parts')
  parts(): { parts: string[] } {
    return { parts: this.openApi.parts() };
  }

  @Get('docs/parts/:part')
  part(@Param('part') name: string, @Req() request: Request, @Res() response: Response): void {
    if (!this.openApi.parts().includes(name)) throw notFound('Part');
    const part = this.cachedParts.get(name) ?? new JsonDocument(this.openApi.part(name));
    this.cachedParts.set(name, part);
    part.send(request, response);
  }

  @Get('docs/:file')
  asset(@Param('file') file: string, @Res() response: Response): void {
    const type = Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined;
    if (!type) throw notFound('File');
    response.setHeader('Content-Type', type);
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.end(readFileSync(join(assets(), file)));
  }
}
