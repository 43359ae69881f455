import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFile, CONSOLE_WAITING_PAGE, consoleFailedPage } from '@community-platform/pages';
import { Controller, Get, Injectable, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../platform/access/access.js';
import { PageAsset, PageHeaders } from '../platform/http/page.js';
import { notFound } from '../platform/http/refusal.js';

/**
 * Reads the files that `npm run build` produces. They are read on each request, because a build may replace
 * them while the server runs.
 */
@Injectable()
export class ConsoleFilesService {
  /** The relative path is the same from `src/console` and from `dist/console`. */
  folder = fileURLToPath(new URL('../../dist/console-page', import.meta.url));

  index(): Promise<Buffer | undefined> {
    return read(join(this.folder, 'index.html'));
  }

  asset(name: string): Promise<Buffer | undefined> {
    return read(join(this.folder, 'assets', name));
  }

  /** The output of the last build, if it failed. */
  async failure(): Promise<string | undefined> {
    return (await read(`${this.folder}.failed`))?.toString();
  }
}

const read = (path: string) => readFile(path).catch(() => undefined);

const WAITING_STYLE = builtFile('console/waiting.css');
const WAITING_SCRIPT = builtFile('console/waiting.js');
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
/** A single file name of a known type, so no path leads out of the folder. */
const ASSET = /^[\w-]+(?:\.[\w-]+)*\.(js|css|svg)$/;

/**
 * The UI components insert rules into style elements that are empty in the document, so the hash of the empty
 * text allows them, and no style element with content. Images are loaded from this host only, so that viewing
 * a stranger's profile informs no other host.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; media-src 'self'; " +
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

@Controller('console')
@Access('none')
export class ConsoleController {
  constructor(private readonly files: ConsoleFilesService) {}

  @Get('assets/:name')
  async asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const type = ASSET.exec(name)?.[1];
    const plain = type && (await this.files.asset(name));
    if (!plain) throw notFound('File');
    const packed = request.acceptsEncodings('gzip') ? await this.files.asset(`${name}.gz`) : undefined;
    response.setHeader('Content-Type', `${TYPES[type]}; charset=utf-8`);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Vary', 'Accept-Encoding');
    if (packed) response.setHeader('Content-Encoding', 'gzip');
    send(request, response, packed ?? plain);
  }

  @Get('waiting.css')
  @PageAsset('text/css')
  style(): string {
    return WAITING_STYLE;
  }

  @Get('waiting.js')
  @PageAsset('text/javascript')
  script(): string {
    return WAITING_SCRIPT;
  }

  @Get()
  @PageHeaders()
  start(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.page(request, response);
  }

  /** All views are served by the same page, which routes by its address. */
  @Get('*path')
  @PageHeaders()
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (request.path.split('/').pop()?.includes('.')) throw notFound('File');
    const index = await this.files.index();
    if (index) {
      response.setHeader('Content-Security-Policy', POLICY);
      response.setHeader('Cache-Control', 'no-cache');
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    send(request, response, index ?? Buffer.from(await this.fallbackPage()));
  }

  private async fallbackPage(): Promise<string> {
    const failure = await this.files.failure();
    return failure === undefined ? CONSOLE_WAITING_PAGE : consoleFailedPage(failure);
  }
}

function send(request: Request, response: Response, bytes: Buffer): void {
  response.setHeader('ETag', `"${createHash('sha1').update(bytes).digest('base64url')}"`);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}
