import { setTimeout as sleep } from 'node:timers/promises';
import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../database/database.js';
import { Answers, Idempotent } from './endpoint.js';
import {
  type Answer,
  IdempotentAnswers,
  type Key,
  keptRefusal,
  keyOf,
  repeat,
  Replays,
} from './idempotency.js';
import { unavailable } from './refusal.js';

const LOOK_MS = 100;
const PATIENCE_MS = 20_000;

const operations = new WeakMap<Request, string>();

/**
 * `Idempotency-Key` for what lies partly outside the database: no transaction can hold that, and no connection may
 * wait for it. The key is claimed first and its answer kept after; a twin waits in between. When the process dies
 * there, the claim lapses and the work is begun anew under the same `@OperationId()`, which the outside knows already.
 */
@Injectable()
export class OutsideInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly kept: IdempotentAnswers,
    private readonly replays: Replays,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const key = keyOf(request);
    if (!key) return next.handle();
    return from(this.once(key, request, http.getResponse<Response>(), next));
  }

  private async once(key: Key, request: Request, response: Response, next: CallHandler): Promise<unknown> {
    const replayed = await this.claim(key, request);
    return repeat(replayed ?? (await this.attempt(key, response, next)), response);
  }

  /** Undefined: the work is ours. */
  private async claim(key: Key, request: Request): Promise<Answer | undefined> {
    for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS; await sleep(LOOK_MS)) {
      const { operationId, before } = await this.database.transaction(() => this.kept.claim(key));
      if (!before) {
        operations.set(request, operationId);
        return undefined;
      }
      const answer = this.replays.of(key, before);
      if (answer) return answer;
    }
    throw unavailable(5);
  }

  private async attempt(key: Key, response: Response, next: CallHandler): Promise<Answer> {
    try {
      const answer: Answer = { status: response.statusCode, body: await lastValueFrom(next.handle()) };
      await this.replays.keep(key, answer);
      return answer;
    } catch (error) {
      const answer = keptRefusal(error);
      if (answer) await this.replays.keep(key, answer);
      else await this.database.transaction(() => this.kept.release(key));
      throw error;
    }
  }
}

/** What the outside shall know this request by: the same id whenever the same key comes again. */
export const OperationId = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    operations.get(context.switchToHttp().getRequest<Request>()) ?? uuidv7(),
);

/** A POST that makes something outside: its success, and the promise that a repeated key makes it once. */
export const CreatesOutside = (type: new () => object, status = 201) =>
  applyDecorators(Answers(status, type), Idempotent(), UseInterceptors(OutsideInterceptor));
