import { createHash } from 'node:crypto';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Caller } from '../access/caller.js';
import { Vault } from '../access/vault.js';
import { Database } from '../database/database.js';
import { Repository } from '../database/repository.js';
import { sql } from '../database/sql.js';
import { Answers, Idempotent } from './endpoint.js';
import { toRefusal } from './error.filter.js';
import { invalid, Refusal } from './refusal.js';
import type { WithRawBody } from './input/body.guard.js';

interface Kept {
  body_hash: Buffer;
  /** Null while the first is still being served. */
  answer: Buffer | null;
}

/** Either the work is ours, under this id; or somebody was here before. */
export type Claim = { operationId: string; before?: undefined } | { before: Kept; operationId?: undefined };

export interface Answer {
  status: number;
  body: unknown;
  replayed?: boolean;
}

/** What a caller means by an `Idempotency-Key`: his own, on this route, with this body. */
export interface Key {
  name: string;
  hash: Buffer;
  bodyHash: Buffer;
}

// A claim without an answer is of a process that died while it asked the outside: the work goes on under its id.
const CLAIM = sql(
  'idempotency_claim',
  `INSERT INTO platform.idempotent_answers AS kept (key_hash, body_hash) VALUES ($1, $2)
   ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, created_at = now(), status = NULL, answer = NULL,
     operation_id = CASE WHEN kept.created_at < now() - interval '24 hours'
       THEN excluded.operation_id ELSE kept.operation_id END
     WHERE kept.created_at < now() - interval '24 hours'
       OR (kept.answer IS NULL AND kept.body_hash = excluded.body_hash AND kept.created_at < now() - interval '30 seconds')
   RETURNING operation_id`,
);
const KEPT = sql(
  'idempotency_kept',
  'SELECT body_hash, answer FROM platform.idempotent_answers WHERE key_hash = $1',
);
const KEEP = sql(
  'idempotency_keep',
  'UPDATE platform.idempotent_answers SET status = $2, answer = $3 WHERE key_hash = $1',
);
const RELEASE = sql(
  'idempotency_release',
  `UPDATE platform.idempotent_answers SET created_at = now() - interval '31 seconds'
   WHERE key_hash = $1 AND answer IS NULL`,
);

@Injectable()
export class IdempotentAnswers extends Repository {
  /** A twin whose transaction is open is waited for: it holds the unique key. */
  async claim({ hash, bodyHash }: Key): Promise<Claim> {
    const claimed = await this.one<{ operation_id: string }>(CLAIM, hash, bodyHash);
    if (claimed) return { operationId: claimed.operation_id };
    return { before: (await this.one<Kept & object>(KEPT, hash)) as Kept };
  }

  async keep({ hash }: Key, status: number, answer: Buffer): Promise<void> {
    await this.count(KEEP, hash, status, answer);
  }

  /** Lets others begin anew, where it is not known what the outside did: under the id that it may know already. */
  async release({ hash }: Key): Promise<void> {
    await this.count(RELEASE, hash);
  }
}

/** Kept answers as their callers get them again. They rest sealed, because some hold what is shown only once. */
@Injectable()
export class Replays {
  constructor(
    private readonly database: Database,
    private readonly kept: IdempotentAnswers,
    private readonly vault: Vault,
  ) {}

  /** Undefined while the first is still being served. */
  of({ name, bodyHash }: Key, { body_hash, answer }: Kept): Answer | undefined {
    if (!body_hash.equals(bodyHash)) throw new Reused();
    if (!answer) return undefined;
    const opened = this.vault.open<Answer>(name, answer);
    // Sealed under a secret that was thrown away since: what it said cannot be told, and must not be done twice.
    if (!opened) throw new Reused();
    return { ...opened, replayed: true };
  }

  keep(key: Key, answer: Answer): Promise<void> {
    return this.database.transaction(() =>
      this.kept.keep(key, answer.status, this.vault.seal(key.name, answer)),
    );
  }
}

export class Reused extends Refusal {
  constructor() {
    super(409, 'Idempotency key reused');
  }
}

/** Undefined where the caller sent none. */
export function keyOf(request: Request & WithRawBody): Key | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(String(key))) {
    throw invalid({ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
  }
  const caller = (request.user as Caller | undefined)?.id ?? `address:${request.ip}`;
  // By the route and what it was asked for, because an address may be spelled in several ways.
  const route = `${request.method} ${(request.route as { path: string }).path} ${JSON.stringify(request.params)}`;
  const name = `${caller}\n${route}\n${String(key)}`;
  return { name, hash: sha256(name), bodyHash: sha256(request.rawBody ?? '') };
}

/** Gives the answer, or throws it where it was a refusal. */
export function repeat({ status, body, replayed }: Answer, response: Response): unknown {
  if (replayed) response.setHeader('Idempotent-Replayed', 'true');
  if (status >= 400) {
    const { message, extra } = body as Pick<Refusal, 'message' | 'extra'>;
    throw new Refusal(status, message, extra);
  }
  response.status(status);
  return body;
}

/** A refusal that is kept like any other answer; the server's own failures are not, and may be tried again. */
export function keptRefusal(error: unknown): Answer | undefined {
  const { status, message, extra } = toRefusal(error);
  return status >= 500 || status === 429 ? undefined : { status, body: { message, extra } };
}

/** `Idempotency-Key`: the effect and its kept answer commit together, so a crash at any point leaves both or neither. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly kept: IdempotentAnswers,
    private readonly replays: Replays,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const key = keyOf(http.getRequest<Request>());
    return key ? from(this.once(key, http.getResponse<Response>(), next)) : next.handle();
  }

  private async once(key: Key, response: Response, next: CallHandler): Promise<unknown> {
    return repeat(await this.attempt(key, response, next), response);
  }

  private async attempt(key: Key, response: Response, next: CallHandler): Promise<Answer> {
    try {
      return await this.first(key, async () => ({
        status: response.statusCode,
        body: await lastValueFrom(next.handle()),
      }));
    } catch (error) {
      const refusal = error instanceof Reused ? undefined : keptRefusal(error);
      if (!refusal) throw error;
      // The refused work was rolled back, and its claim with it: the answer is kept by a unit of its own.
      return this.first(key, () => Promise.resolve(refusal));
    }
  }

  private first(key: Key, work: () => Promise<Answer>): Promise<Answer> {
    return this.database.transaction(async () => {
      const { before } = await this.kept.claim(key);
      const again = before && this.replays.of(key, before);
      if (again) return again;
      const answer = await work();
      await this.replays.keep(key, answer);
      return answer;
    });
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A POST that makes something: its success, and the promise that a repeated key makes it once. */
export const Creates = (type: new () => object, status = 201) =>
  applyDecorators(Answers(status, type), Idempotent(), UseInterceptors(IdempotencyInterceptor));
