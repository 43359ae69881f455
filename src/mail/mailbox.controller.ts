import { builtFile, mailboxPage } from '@community-platform/pages';
import {
  type CanActivate,
  Controller,
  Delete,
  type ExecutionContext,
  Get,
  Header,
  HttpCode,
  Injectable,
  Param,
  Query,
  Req,
  UseGuards,
} from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import type { Request } from 'express';
import { Access } from '../platform/access/access.js';
import { LocalCallerGuard } from '../platform/access/local-caller.guard.js';
import { PageAsset, PageHeaders } from '../platform/http/page.js';
import { forbidden, notFound } from '../platform/http/refusal.js';
import { type CapturedMail, MailboxService } from './mailbox.service.js';

/**
 * In development the API allows scripts of any origin, and these mails contain links that sign their reader
 * in. A page of another site in the same browser may link to the mailbox, but can neither read nor empty it.
 */
@Injectable()
class MailboxGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, headers } = context.switchToHttp().getRequest<Request>();
    const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
    if (headers['sec-fetch-site'] === 'cross-site' && !isVisit) throw forbidden();
    return true;
  }
}

const STYLE = builtFile('dev/mailbox.css');
const SCRIPT = builtFile('dev/mailbox.js');

class MailboxQuery {
  @IsOptional() @IsString() to?: string;
}

/** The mails of development, as a page for people and as JSON for scripts. */
@Controller('dev')
@Access('none')
@UseGuards(LocalCallerGuard, MailboxGuard)
export class MailboxController {
  constructor(private readonly mailbox: MailboxService) {}

  @Get('mailbox')
  @PageHeaders("frame-src 'self'")
  @Header('Vary', 'Accept')
  async index(@Query() { to }: MailboxQuery, @Req() request: Request) {
    const mails = await this.mailsTo(to);
    return request.accepts(['html', 'json']) === 'json' ? { mails } : mailboxPage(mails, to);
  }

  @Get('mailbox.json')
  @Header('Cache-Control', 'no-store')
  async json(@Query() { to }: MailboxQuery) {
    return { mails: await this.mailsTo(to) };
  }

  @Delete('mailbox')
  @HttpCode(204)
  clear(): Promise<void> {
    return this.mailbox.clear();
  }

  @Get('mailbox.css')
  @PageAsset('text/css')
  style(): string {
    return STYLE;
  }

  @Get('mailbox.js')
  @PageAsset('text/javascript')
  script(): string {
    return SCRIPT;
  }

  /** The HTML of the mail, in a frame that runs no scripts, loads nothing and opens links in a new tab. */
  @Get('mailbox/:id/html')
  @Header(
    'Content-Security-Policy',
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
      "img-src data:; frame-ancestors 'self'",
  )
  @Header('Referrer-Policy', 'no-referrer')
  @Header('Cache-Control', 'no-store')
  async html(@Param('id') id: string): Promise<string> {
    const mail = (await this.mailbox.list()).find((one) => one.id === id);
    if (!mail) throw notFound('Mail');
    return mail.html.replace('<head>', '<head><base target="_blank">');
  }

  private async mailsTo(to: string | undefined): Promise<CapturedMail[]> {
    const mails = await this.mailbox.list();
    if (!to) return mails;
    // A plus that is not encoded arrives as a space, and test addresses often contain a plus.
    const address = to.trim().replaceAll(' ', '+').toLowerCase();
    return mails.filter((mail) => mail.to.toLowerCase() === address);
  }
}
