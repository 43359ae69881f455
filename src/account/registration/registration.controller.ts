import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { MailQueue } from '../../mail/mail-queue.js';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { Done } from '../answers.js';
import { deviceOf } from '../device.js';
import { VerificationMail } from '../mail-tokens/token-mails.js';
import { Door } from '../users/door.js';
import { Names } from '../users/names.js';
import {
  ResendVerificationInput,
  SignUpAnswer,
  SignUpInput,
  VerifyEmailAnswer,
  VerifyEmailInput,
} from './registration.io.js';
import { SignUp } from './sign-up.js';
import { VerifyEmail } from './verify-email.js';

@Controller('v1/auth')
@Access('none')
export class RegistrationController {
  constructor(
    private readonly door: Door,
    private readonly names: Names,
    private readonly signUp: SignUp,
    private readonly verify: VerifyEmail,
    private readonly mails: MailQueue,
    private readonly verificationMail: VerificationMail,
  ) {}

  @Post('sign-up')
  @Summary('Make an account; a mail confirms the address')
  @Creates(SignUpAnswer)
  @Refuses(403, 'Sign-up not allowed')
  @Refuses(409, 'Email already registered')
  async register(@Body() input: SignUpInput, @Req() request: Request): Promise<SignUpAnswer> {
    // Before it is told whether the address is known.
    await this.door.checkSignUp(input.email, deviceOf(request).address);
    return { user: await this.signUp.run(await this.names.clean(input)) };
  }

  @Post('verify-email')
  @Summary('Confirm the address with the token of the mail, and sign in')
  @Answers(200, VerifyEmailAnswer)
  @Refuses(400, 'token_hash and type are required', 'Invalid token')
  @Refuses(403, 'Account banned', 'Account suspended', 'Sign-in not allowed')
  async verifyEmail(
    @Body() { token_hash }: VerifyEmailInput,
    @Req() request: Request,
  ): Promise<VerifyEmailAnswer> {
    const device = deviceOf(request);
    await this.door.checkSignIn(device.address);
    return this.verify.run(token_hash, device);
  }

  /** Whether the address is known is found out by the job, so the answer and its time are the same for all. */
  @Post('resend-verification')
  @Summary('Send the confirming mail again')
  @Answers(200, Done)
  @Refuses(400, 'Email is required')
  async resendVerification(@Body() { email }: ResendVerificationInput): Promise<Done> {
    await this.mails.send(this.verificationMail, { email });
    return { message: 'If this address waits for its confirmation, a mail is on its way' };
  }
}
