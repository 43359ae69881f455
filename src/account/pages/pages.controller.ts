import { builtFile } from '@community-platform/pages';
import { Controller, Get } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { PageAsset, PageHeaders } from '../../platform/http/page.js';

const VERIFY_EMAIL = builtFile('verify-email.html');
const RESET_PASSWORD = builtFile('reset-password.html');
const STYLE = builtFile('pages/account.css');
const SCRIPT = builtFile('pages/account.js');

/** The pages that mails link to, unless a client app has its own. They call the API like any client. */
@Controller()
@Access('none')
export class PagesController {
  @Get('verify-email')
  @PageHeaders()
  verifyEmail(): string {
    return VERIFY_EMAIL;
  }

  @Get('reset-password')
  @PageHeaders()
  resetPassword(): string {
    return RESET_PASSWORD;
  }

  @Get('pages/account.css')
  @PageAsset('text/css')
  style(): string {
    return STYLE;
  }

  @Get('pages/account.js')
  @PageAsset('text/javascript')
  script(): string {
    return SCRIPT;
  }
}
