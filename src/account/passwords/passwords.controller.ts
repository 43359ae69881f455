import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { MailQueue } from '../../mail/mail-queue.js';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { BodyAfter } from '../../platform/http/input/body.guard.js';
import { Done } from '../answers.js';
import { RecoveryMail } from '../mail-tokens/token-mails.js';
import { ForgotPasswordInput, ResetPasswordInput } from './passwords.io.js';
import { RecoveryGuard, recoveryToken } from './recovery.guard.js';
import { ResetPassword } from './reset-password.js';

@Controller('v1/auth')
@Access('none')
export class PasswordsController {
  constructor(
    private readonly reset: ResetPassword,
    private readonly mails: MailQueue,
    private readonly recoveryMail: RecoveryMail,
  ) {}

  /** Whether the address is known is found out by the job, so the answer and its time are the same for all. */
  @Post('forgot-password')
  @Summary('Send a mail with a link to choose a new password')
  @Answers(200, Done)
  async forgotPassword(@Body() { email }: ForgotPasswordInput): Promise<Done> {
    await this.mails.send(this.recoveryMail, { email });
    return { message: 'If this address has an account, a mail is on its way' };
  }

  @Post('reset-password')
  @Summary('Set a new password; the recovery token of the mail is the Bearer')
  @BodyAfter(RecoveryGuard)
  @Answers(200, Done)
  @Refuses(400, 'Missing password')
  @Refuses(401, 'Recovery token required: pass it as Authorization: Bearer <token>')
  async resetPassword(@Body() { password }: ResetPasswordInput, @Req() request: Request): Promise<Done> {
    await this.reset.run(recoveryToken(request), password);
    return { message: 'Password changed' };
  }
}
