import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access } from '../../platform/access/access.js';
import { Answers, Creates, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Done } from '../answers.js';
import { deviceOf } from '../device.js';
import { MailTokensService } from '../mail-tokens/mail-tokens.service.js';
import { signInNotAllowed, signUpNotAllowed } from '../users/registration-rules.service.js';
import { accountBanned, accountSuspended } from '../users/user.policy.js';
import { EmailVerificationService } from './email-verification.service.js';
import {
  ResendVerificationInput,
  SignUpAnswer,
  SignUpInput,
  VerifyEmailAnswer,
  VerifyEmailInput,
} from './registration.dto.js';
import { emailTaken, SignUpService } from './sign-up.service.js';

@Controller('v1/auth')
@Access('none')
export class RegistrationController {
  constructor(
    private readonly signUps: SignUpService,
    private readonly verifications: EmailVerificationService,
    private readonly mailTokens: MailTokensService,
  ) {}

  @Post('sign-up')
  @Summary('Make an account; a mail confirms the address')
  @Creates(SignUpAnswer)
  @Refuses(signUpNotAllowed, emailTaken)
  register(@Body() input: SignUpInput, @Req() request: Request): Promise<SignUpAnswer> {
    return this.signUps.signUp(input, deviceOf(request).address);
  }

  @Post('verify-email')
  @Summary('Confirm the address with the token of the mail, and sign in')
  @Answers(200, VerifyEmailAnswer)
  @Refuses(400, 'token_hash and type are required', 'Invalid token')
  @Refuses(accountBanned, accountSuspended, signInNotAllowed)
  verifyEmail(@Body() { token_hash }: VerifyEmailInput, @Req() request: Request): Promise<VerifyEmailAnswer> {
    return this.verifications.verify(token_hash, deviceOf(request));
  }

  @Post('resend-verification')
  @Summary('Send the confirming mail again')
  @Answers(200, Done)
  @Refuses(400, 'Email is required')
  async resendVerification(@Body() { email }: ResendVerificationInput): Promise<Done> {
    await this.mailTokens.sendVerificationMail(email);
    return { message: 'If this address waits for its confirmation, a mail is on its way' };
  }
}
