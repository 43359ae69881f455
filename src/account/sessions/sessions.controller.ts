import { Body, Controller, Delete, Get, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdempotencyKeyHeader, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { idempotencyHeaderOf } from '../../platform/http/idempotency/idempotency-key.js';
import { Done } from '../answers.js';
import { deviceOf } from '../device.js';
import { signInNotAllowed } from '../users/registration-rules.service.js';
import { accountBanned, accountSuspended } from '../users/user.policy.js';
import { invalidRefreshToken, RefreshService } from './refresh.service.js';
import {
  CurrentSessionAnswer,
  RefreshAnswer,
  RefreshInput,
  SessionsAnswer,
  SignInAnswer,
  SignInInput,
} from './sessions.dto.js';
import { SessionsService } from './sessions.service.js';
import { addressNotVerified, invalidCredentials, SignInService } from './sign-in.service.js';

@Controller('v1/auth')
export class SessionsController {
  constructor(
    private readonly signIns: SignInService,
    private readonly refreshes: RefreshService,
    private readonly sessions: SessionsService,
  ) {}

  @Post('sign-in')
  @Summary('Sign in with address and password')
  @Access('none')
  @Answers(200, SignInAnswer)
  @Refuses(invalidCredentials, accountBanned, accountSuspended, addressNotVerified, signInNotAllowed)
  start(@Body() { email, password }: SignInInput, @Req() request: Request): Promise<SignInAnswer> {
    return this.signIns.signIn(email, password, deviceOf(request));
  }

  @Post('refresh')
  @Summary('Exchange the refresh token for a new pair of tokens')
  @Access('none')
  @Answers(200, RefreshAnswer)
  @IdempotencyKeyHeader('Sent again within 60 seconds with the same token, it gives the same answer.')
  @Refuses(invalidRefreshToken)
  async refresh(@Body() { refresh_token }: RefreshInput, @Req() request: Request): Promise<RefreshAnswer> {
    const { address } = deviceOf(request);
    return { session: await this.refreshes.refresh(refresh_token, address, idempotencyHeaderOf(request)) };
  }

  @Post('sign-out')
  @Summary('End this session')
  @Access('bearer')
  @Answers(200, Done)
  async signOut(@TheCaller() caller: Caller): Promise<Done> {
    await this.sessions.signOut(caller);
    return { message: 'Signed out' };
  }

  @Get('session')
  @Summary('Who the caller is')
  @Access('user')
  @Answers(200, CurrentSessionAnswer)
  current(@TheCaller() { id, email, role, type, status, username }: Caller): CurrentSessionAnswer {
    return { user: { id, email, role, type, status, username } };
  }

  @Get('sessions')
  @Summary('The devices that are signed in')
  @Access('bearer')
  @Answers(200, SessionsAnswer)
  list(@TheCaller() caller: Caller): Promise<SessionsAnswer> {
    return this.sessions.list(caller);
  }

  @Delete('sessions/:id')
  @Summary('Sign a device out')
  @Access('bearer')
  @Answers(200, Done)
  async end(@IdParam('Session') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.sessions.end(id, caller.id);
    return { message: 'Session ended' };
  }
}
