import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { BodyAfter } from '../../platform/http/input/body.guard.js';
import { Done } from '../answers.js';
import { MailTokensService } from '../mail-tokens/mail-tokens.service.js';
import { ForgotPasswordInput, ResetPasswordInput } from './passwords.dto.js';
import { PasswordsService } from './passwords.service.js';
import { RecoveryGuard, recoveryToken } from './recovery.guard.js';

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
  @Refuses(401, 'Recovery token required: pass it as Authorization: Bearer <token>')
  async resetPassword(@Body() { password }: ResetPasswordInput, @Req() request: Request): Promise<Done> {
    await this.passwords.reset(recoveryToken(request), password);
    return { message: 'Password changed' };
  }
}
