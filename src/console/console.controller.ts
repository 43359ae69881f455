import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { Access } from '../platform/access/access.js';
import { PageAsset, PageHeaders } from '../platform/http/page.js';
import { notFound } from '../platform/http/refusal.js';
import { BuiltConsole } from './built-console.js';
import { failedPage, WAITING_PAGE, WAITING_SCRIPT, WAITING_STYLE } from './waiting.page.js';

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
/** One name in one folder, of a type that is known: nothing leads out of it. */
const ASSET = new RegExp(`^[\\w-]+(?:\\.[\\w-]+)*\\.(${Object.keys(TYPES).join('|')})$`);

/**
 * The components write their rules into style elements that are empty in the document: it is the hash of the empty
 * text that lets these through, and none that holds a rule. Pictures come from here alone, so that whoever looks at
 * a stranger's profile tells no other host.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; media-src 'self'; " +
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

@Controller('console')
@Access('none')
export class ConsoleController {
  constructor(private readonly built: BuiltConsole) {}

  @Get('assets/:name')
  async asset(
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const type = ASSET.exec(name)?.[1];
    const plain = type && (await this.built.asset(name));
    if (!plain) throw notFound('File');
    const packed = request.acceptsEncodings('gzip') ? await this.built.asset(`${name}.gz`) : undefined;
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

  /** The page finds its way by itself: the address of each of its views gives it. */
  @Get('*path')
  @PageHeaders()
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (request.path.split('/').pop()?.includes('.')) throw notFound('File');
    const index = await this.built.index();
    if (index) {
      response.setHeader('Content-Security-Policy', POLICY);
      response.setHeader('Cache-Control', 'no-cache');
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    send(request, response, index ?? Buffer.from(await this.instead()));
  }

  private async instead(): Promise<string> {
    const failure = await this.built.failure();
    return failure === undefined ? WAITING_PAGE : failedPage(failure);
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
