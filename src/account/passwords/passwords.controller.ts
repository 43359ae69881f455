import { Body, type CanActivate, Controller, type ExecutionContext, Injectable, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { BodyAfter } from '../../platform/http/input/body.guard.js';
import { Password, Required } from '../../platform/http/fields.js';
import { Done } from '../answers.js';
import { deviceOf } from '../device.js';
import { EmailAddress } from '../email-address.js';
import { MailTokensService } from '../mail-tokens/mail-tokens.service.js';
import { PasswordsService, recoveryTokenRequired } from './passwords.service.js';

class ForgotPasswordInput {
  @EmailAddress() email!: string;
}

class ResetPasswordInput {
  @Required('Missing password') @Password() password!: string;
}

const recoveryToken = ({ headers }: Request) => /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Checks the recovery token before the body is read. It does not consume the token, so an invalid body can be corrected. */
@Injectable()
export class RecoveryGuard implements CanActivate {
  constructor(private readonly tokens: MailTokensService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = recoveryToken(request);
    if (!token || !(await this.tokens.isUsable(token, 'recovery', deviceOf(request).address))) {
      throw recoveryTokenRequired();
    }
    return true;
  }
}

@Controller('v1/auth')
@Access('none')
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly mailTokens: MailTokensService,
  ) {}

  @Post('forgot-password')
  @Summary('Send a mail with a link to choose a new password')
  @Answers(200, Done)
  async forgotPassword(@Body() { email }: ForgotPasswordInput): Promise<Done> {
    await this.mailTokens.sendRecoveryMail(email);
    return { message: 'If this address has an account, a mail is on its way' };
  }

  @Post('reset-password')
  @Summary('Set a new password; the recovery token of the mail is the Bearer')
  @BodyAfter(RecoveryGuard)
  @Answers(200, Done)
  @Refuses(400, 'Missing password')
  @Refuses(recoveryTokenRequired)
  async resetPassword(@Body() { password }: ResetPasswordInput, @Req() request: Request): Promise<Done> {
    await this.passwords.reset(recoveryToken(request), password);
    return { message: 'Password changed' };
  }
}
