import { builtFile } from '@community-platform/pages';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { LocalCallerGuard } from '../../platform/access/local-caller.guard.js';
import { PageAsset, PageHeaders } from '../../platform/http/page.js';
import { DevelopmentGuard } from './development.guard.js';

const PAGE = builtFile('dev/realtime.html');
const STYLE = builtFile('dev/realtime.css');
const SCRIPT = builtFile('dev/realtime.js');
const CLIENT = builtFile('dev/realtime-client.js');

/** Serves a page that shows developers the frames of the socket. The page is an ordinary client. */
@Controller('dev')
@Access('none')
@UseGuards(DevelopmentGuard, LocalCallerGuard)
export class RealtimePageController {
  @Get('realtime')
  @PageHeaders()
  page(): string {
    return PAGE;
  }

  @Get('realtime.css')
  @PageAsset('text/css')
  style(): string {
    return STYLE;
  }

  @Get('realtime.js')
  @PageAsset('text/javascript')
  script(): string {
    return SCRIPT;
  }

  @Get('realtime-client.js')
  @PageAsset('text/javascript')
  client(): string {
    return CLIENT;
  }
}
