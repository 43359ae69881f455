import { Controller, Get, UseGuards } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { PageAsset, PageHeaders } from '../../platform/http/page.js';
import { CLIENT_SCRIPT } from './client-script.js';
import { DevelopmentGuard } from './development.guard.js';
import { LIVE_SCRIPT } from './live-script.js';
import { LIVE_STYLE } from './live-style.js';
import { LIVE_PAGE } from './live.page.js';

/** Shows a client's developer what goes over the socket. The page does what any client does, and nothing else. */
@Controller('dev')
@Access('none')
@UseGuards(DevelopmentGuard)
export class LivePageController {
  @Get('realtime')
  @PageHeaders()
  page(): string {
    return LIVE_PAGE;
  }

  @Get('realtime.css')
  @PageAsset('text/css')
  style(): string {
    return LIVE_STYLE;
  }

  @Get('realtime.js')
  @PageAsset('text/javascript')
  script(): string {
    return LIVE_SCRIPT;
  }

  @Get('realtime-client.js')
  @PageAsset('text/javascript')
  client(): string {
    return CLIENT_SCRIPT;
  }
}
