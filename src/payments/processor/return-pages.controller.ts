import { type Notice, noticePage } from '@community-platform/pages';
import { Controller, Get } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { Environment } from '../../platform/config/environment.js';
import { PageHeaders } from '../../platform/http/page.js';

type Words = Omit<Notice, 'links' | 'root'>;

/** Anybody can open these addresses at any time, so a page must not claim that a payment was made. */
const PAID: Words = {
  mark: 'tick',
  title: 'Thank you',
  text:
    'The payment is with the payment processor. As soon as it is confirmed, usually within seconds, it shows in your ' +
    'account. You can close this page and go on where you began.',
};
const CANCELED: Words = {
  mark: 'cross',
  title: 'Nothing was paid',
  text: 'You left the payment before it was complete. You can close this page, go back to where you began and try again.',
};
const ONBOARDED: Words = {
  mark: 'shop',
  title: 'Back from the payment processor',
  text:
    'Your seller account shows what the payment processor still needs from you. Until it is complete, begin once more ' +
    'where you came from: what you have entered is kept.',
};

/** Pages after a checkout or an onboarding at the processor, for installations whose client app has none. */
@Controller('return')
@Access('none')
export class ReturnPagesController {
  constructor(private readonly environment: Environment) {}

  @Get('paid')
  @PageHeaders()
  paid(): string {
    return this.show(PAID);
  }

  @Get('canceled')
  @PageHeaders()
  canceled(): string {
    return this.show(CANCELED);
  }

  @Get('onboarded')
  @PageHeaders()
  onboarded(): string {
    return this.show(ONBOARDED);
  }

  private show(words: Words): string {
    const start = { href: '../', label: 'Start page', note: 'API reference, console and pages for developers' };
    return noticePage({ ...words, links: this.environment.production ? [] : [start], root: '../' });
  }
}
