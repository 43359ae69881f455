import { Controller, Delete, Get, Header, HttpCode, Param, Query, Req, UseGuards } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import type { Request } from 'express';
import { Access } from '../platform/access/access.js';
import { PageAsset, PageHeaders } from '../platform/http/page.js';
import { notFound } from '../platform/http/refusal.js';
import { type CapturedMail, Mailbox } from './mailbox.js';
import { MailboxGuard } from './mailbox.guard.js';
import { MAILBOX_SCRIPT, MAILBOX_STYLE, mailboxPage } from './mailbox.page.js';

class MailboxQuery {
  @IsOptional() @IsString() to?: string;
}

/** Development's mails, for people (a page) and for scripts (JSON, or the text that stands in the page). */
@Controller('dev')
@Access('none')
@UseGuards(MailboxGuard)
export class MailboxController {
  constructor(private readonly mailbox: Mailbox) {}

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
    return MAILBOX_STYLE;
  }

  @Get('mailbox.js')
  @PageAsset('text/javascript')
  script(): string {
    return MAILBOX_SCRIPT;
  }

  /** The mail as its sender made it: in a frame that runs nothing, loads nothing and opens links in a new tab. */
  @Get('mailbox/:id/html')
  @Header(
    'Content-Security-Policy',
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
      "img-src data:; frame-ancestors 'self'",
  )
  @Header('Referrer-Policy', 'no-referrer')
  @Header('Cache-Control', 'no-store')
  async html(@Param('id') id: string): Promise<string> {
    const mail = (await this.mailbox.all()).find((one) => one.id === id);
    if (!mail) throw notFound('Mail');
    return mail.html.replace('<head>', '<head><base target="_blank">');
  }

  private async mailsTo(to: string | undefined): Promise<CapturedMail[]> {
    const mails = await this.mailbox.all();
    if (!to) return mails;
    // A plus that nobody encoded comes as a space, and addresses with a plus are what tests are made of.
    const address = to.trim().replaceAll(' ', '+').toLowerCase();
    return mails.filter((mail) => mail.to.toLowerCase() === address);
  }
}
