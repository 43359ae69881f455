import { builtFile, type NoticeLink, noticePage } from '@community-platform/pages';
import { Controller, Get, Header, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access } from '../../access/access.js';
import { isLocalCaller } from '../../access/local-caller.guard.js';
import { Runtime } from '../../config/runtime.js';
import { PageAsset, PageHeaders } from '../page.js';
import { Refusal } from '../refusal.js';

const STYLE = builtFile('pages/notice.css');

/** The root address: in development a page with links to all others, in production 404. */
@Controller()
@Access('none')
export class StartController {
  constructor(private readonly runtime: Runtime) {}

  @Get()
  @PageHeaders()
  @Header('Vary', 'Accept')
  start(@Req() request: Request): string {
    if (this.runtime.environment.production || request.accepts(['html', 'json']) !== 'html') {
      throw new Refusal(404, 'Not found');
    }
    return noticePage({
      mark: 'running',
      title: 'The service is running',
      text: 'This page shows in development only. Clients talk to the API below /v1.',
      links: [...this.pages(), ...(isLocalCaller(request) ? this.pagesOfDevelopers() : [])],
      root: './',
    });
  }

  @Get('pages/notice.css')
  @PageAsset('text/css')
  style(): string {
    return STYLE;
  }

  private pages(): NoticeLink[] {
    return [
      { href: 'docs', label: 'API reference', note: 'Every endpoint, with a button to try it' },
      { href: 'console', label: 'Console', note: 'Where staff decides on reports, accounts and withdrawals' },
    ];
  }

  private pagesOfDevelopers(): NoticeLink[] {
    const { environment, sandboxUrl } = this.runtime;
    return [
      { href: 'dev/realtime', label: 'Realtime', note: 'Live events, frame by frame' },
      ...(environment.smtpUrl
        ? []
        : [{ href: 'dev/mailbox', label: 'Mailbox', note: 'The mails that were caught instead of sent' }]),
      ...(sandboxUrl
        ? [
            {
              href: sandboxUrl,
              label: 'Processor sandbox',
              note: 'Payments, sellers and events; no money moves',
            },
          ]
        : []),
    ];
  }
}
