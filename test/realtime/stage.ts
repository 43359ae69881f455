import { randomUUID } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import { IsInt, IsOptional, IsString } from 'class-validator';
import type { Pool } from 'pg';
import { MailboxService } from '../../src/mail/mailbox.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { durable, type Ending, hint, type Stream } from '../../src/realtime/event-type.js';
import { RealtimeService } from '../../src/realtime/realtime.service.js';
import { type Asked, type Readable, StreamPolicy } from '../../src/realtime/extension-points.js';
import { ask, type Answer } from '../support/ask.js';
import { boot, type Booted } from '../support/boot.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { eventually, PASSWORD } from '../support/service.js';

class LineSaid {
  @IsInt() line!: number;
  @IsOptional() @IsString() filler?: string;
}

class ActorLeft {
  @IsString() user_id!: string;
  @IsString() reason!: Ending['reason'];
}

class StageClosed {
  @IsString() stage_id!: string;
}

class Applause {
  @IsString() stage_id!: string;
  @IsInt() count!: number;
}

/** Streams and events of the tests, in addition to those of the service. */
export const LINE_SAID = durable('stage.line', LineSaid);
export const ACTOR_LEFT = durable('stage.left', ActorLeft, { ends: (data) => data });
export const STAGE_CLOSED = durable('stage.closed', StageClosed, { ends: () => ({ reason: 'deleted' }) });
export const APPLAUSE = hint('stage.applause', Applause);

const OTHER_KIND = 'stage' as 'room';

/** Everybody may read the streams of the tests, except the users in `barred`. */
export class StagePolicy extends StreamPolicy {
  readonly kind = OTHER_KIND;
  readonly barred = new Map<string, Readable>();
  readonly members = new Map<string, string[]>();
  /** Awaited before the answer, so that a test can delay it. */
  before: () => Promise<void> = () => Promise.resolve();

  async readable(asked: Asked[]): Promise<Readable[]> {
    const answers = asked.map(({ id, user_id }) => this.barred.get(`${id} ${user_id}`) ?? 'yes');
    await this.before();
    return answers;
  }

  override joined(userId: string): Promise<string[]> {
    return Promise.resolve(this.members.get(userId) ?? []);
  }
}

export interface Actor {
  id: string;
  email: string;
  token: string;
}

class StageModule {}

/** The whole service with the streams of the tests. */
export class Stage {
  readonly policy = new StagePolicy();
  private booted: Booted;
  private signedUp = 0;

  static async start(variables: Record<string, string> = {}): Promise<Stage> {
    const stage = new Stage();
    const extend = (service: DynamicModule) => ({
      module: StageModule,
      imports: [service],
      providers: [{ provide: StagePolicy, useValue: stage.policy }],
    });
    stage.booted = await boot(variables, extend);
    return stage;
  }

  get url(): string {
    return `http://127.0.0.1:${this.booted.runtime.port}`;
  }

  get pool(): Pool {
    return this.booted.database;
  }

  get runtime() {
    return this.booted.runtime;
  }

  get server() {
    return this.booted.running.server;
  }

  get log(): string[] {
    return this.booted.log;
  }

  get<T>(type: new (...args: any[]) => T): T {
    return this.booted.running.app.get(type);
  }

  ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return ask(this.url, path, { headers, method });
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  send(method: string, path: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const text = JSON.stringify(body);
    const json = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
    return ask(this.url, path, { method, headers: { ...json, ...headers }, body: text });
  }

  async actor(email = `actor${++this.signedUp}@example.com`): Promise<Actor> {
    const { body: made } = await this.post('/v1/auth/sign-up', { email, password: PASSWORD });
    return { id: made.user.id, email, token: await this.signIn(email) };
  }

  async signIn(email: string): Promise<string> {
    const { body } = await this.post('/v1/auth/sign-in', { email, password: PASSWORD });
    return body.session.access_token;
  }

  /** The token of the newest password mail. */
  mailedToken(email: string): Promise<string> {
    return eventually(async () => {
      const mails = (await this.get(MailboxService).list()).filter(({ to }) => to === email);
      const token = mails.map(({ text }) => /recovery_token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
      if (!token) throw new Error('no link was mailed');
      return token;
    });
  }

  connect(actor: Actor): Promise<RealtimeClient> {
    return RealtimeClient.as(this.url, actor.token);
  }

  /** Emits events, each in its own transaction. */
  async say(stream: Stream, ...lines: number[]): Promise<void> {
    for (const line of lines) await this.emit(() => this.realtime.emit(LINE_SAID, stream, { line }, null));
  }

  emit(work: () => void): Promise<void> {
    return this.get(DatabaseService).transaction(() => Promise.resolve(work()));
  }

  get realtime(): RealtimeService {
    return this.get(RealtimeService);
  }

  stop(): Promise<void> {
    return this.booted.stop();
  }
}

export const newStream = () => `${OTHER_KIND}:${randomUUID()}` as Stream;
export const linesOf = (client: RealtimeClient) => client.of('stage.line').map(({ data }) => data.line);
