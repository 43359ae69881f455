import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
// Not the package's own door, behind which it runs the whole page.
import assets from 'swagger-ui-dist/absolute-path.js';
import { Access } from '../../access/access.js';
import { notFound } from '../refusal.js';
import { OpenApi } from './document.js';

const ASSETS: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const START = `
  SwaggerUIBundle({
    url: '/v1/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', filter: true,
    persistAuthorization: true, displayRequestDuration: true, defaultModelsExpandDepth: 0, tryItOutEnabled: true,
  });
`;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API reference</title>
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <style>body { margin: 0 } .topbar { display: none }</style>
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** The reference: the document for machines and a page for people, every byte of it served from here. */
@Controller()
@Access('none')
export class DocsController {
  constructor(private readonly openApi: OpenApi) {}

  @Get('v1/openapi.json')
  document() {
    return this.openApi.document();
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

  @Get('docs/:file')
  asset(@Param('file') file: string, @Res() response: Response): void {
    const type = Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined;
    if (!type) throw notFound('File');
    response.setHeader('Content-Type', type);
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.end(readFileSync(join(assets(), file)));
  }
}
