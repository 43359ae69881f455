import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound } from '../../platform/http/refusal.js';
import { Done } from '../answers.js';
import { deviceOf } from '../device.js';
import { Refresh } from './refresh.js';
import { SessionRepository } from './session.repository.js';
import {
  CurrentSessionAnswer,
  RefreshAnswer,
  RefreshInput,
  SessionsAnswer,
  SignInAnswer,
  SignInInput,
} from './sessions.io.js';
import { SignIn } from './sign-in.js';

const sessionOf = ({ via }: Caller) => ('session' in via ? via.session : '');

@Controller('v1/auth')
export class SessionsController {
  constructor(
    private readonly signIn: SignIn,
    private readonly refreshing: Refresh,
    private readonly sessions: SessionRepository,
    private readonly database: Database,
  ) {}

  @Post('sign-in')
  @Summary('Sign in with address and password')
  @Access('none')
  @Answers(200, SignInAnswer)
  @Refuses(401, 'Invalid credentials')
  @Refuses(403, 'Account banned', 'Account suspended', 'E-mail address not verified', 'Sign-in not allowed')
  start(@Body() { email, password }: SignInInput, @Req() request: Request): Promise<SignInAnswer> {
    return this.signIn.run(email, password, deviceOf(request));
  }

  @Post('refresh')
  @Summary('Exchange the refresh token for a new pair of tokens')
  @Access('none')
  @Answers(200, RefreshAnswer)
  @Refuses(401, 'Invalid or expired refresh token')
  async refresh(@Body() { refresh_token }: RefreshInput, @Req() request: Request): Promise<RefreshAnswer> {
    return { session: await this.refreshing.run(refresh_token, deviceOf(request).address) };
  }

  /** Ends this session; the others stay. */
  @Post('sign-out')
  @Summary('End this session')
  @Access('bearer')
  @Answers(200, Done)
  async signOut(@TheCaller() caller: Caller): Promise<Done> {
    await this.database.transaction(() => this.sessions.end(sessionOf(caller), caller.id));
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
  async list(@TheCaller() caller: Caller): Promise<SessionsAnswer> {
    const rows = await this.sessions.ofUser(caller.id);
    return { sessions: rows.map((row) => ({ ...row, current: row.id === sessionOf(caller) })) };
  }

  @Delete('sessions/:id')
  @Summary('Sign a device out')
  @Access('bearer')
  @Answers(200, Done)
  @Refuses(404, 'Session not found')
  async end(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    const ended = isUuid(id) && (await this.database.transaction(() => this.sessions.end(id, caller.id)));
    if (!ended) throw notFound('Session');
    return { message: 'Session ended' };
  }
}
