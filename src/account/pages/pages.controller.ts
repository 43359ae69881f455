import { Controller, Get } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { PageAsset, PageHeaders } from '../../platform/http/page.js';
import { PAGES_SCRIPT } from './pages-script.js';
import { PAGES_STYLE } from './pages-style.js';
import { RESET_PASSWORD_PAGE } from './reset-password.page.js';
import { VERIFY_EMAIL_PAGE } from './verify-email.page.js';

/** The pages that mails link to, where no client app has its own. What they do is done by the API alone. */
@Controller()
@Access('none')
export class PagesController {
  @Get('verify-email')
  @PageHeaders()
  verifyEmail(): string {
    return VERIFY_EMAIL_PAGE;
  }

  @Get('reset-password')
  @PageHeaders()
  resetPassword(): string {
    return RESET_PASSWORD_PAGE;
  }

  @Get('pages/account.css')
  @PageAsset('text/css')
  style(): string {
    return PAGES_STYLE;
  }

  @Get('pages/account.js')
  @PageAsset('text/javascript')
  script(): string {
    return PAGES_SCRIPT;
  }
}
