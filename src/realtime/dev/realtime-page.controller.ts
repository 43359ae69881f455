import { builtFile } from '@community-platform/pages';
import { type CanActivate, Controller, Get, Injectable, UseGuards } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { LocalCallerGuard } from '../../platform/access/local-caller.guard.js';
import { Environment } from '../../platform/config/environment.js';
import { PageAsset, PageHeaders } from '../../platform/http/page.js';
import { Refusal } from '../../platform/http/refusal.js';

const PAGE = builtFile('dev/realtime.html');
const STYLE = builtFile('dev/realtime.css');
const SCRIPT = builtFile('dev/realtime.js');
const CLIENT = builtFile('dev/realtime-client.js');

/** Answers 404 in production, as the routes are only for developers. */
@Injectable()
class DevelopmentGuard implements CanActivate {
  constructor(private readonly environment: Environment) {}

  canActivate(): boolean {
    if (this.environment.production) throw new Refusal(404, 'Not found');
    return true;
  }
}

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
