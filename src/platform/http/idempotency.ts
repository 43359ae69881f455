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
  status: number | null;
  answer: Buffer | null;
}

interface Answer {
  status: number;
  body: unknown;
}

const CLAIM = sql(
  'idempotency_claim',
  `INSERT INTO platform.idempotent_answers AS kept (key_hash, body_hash) VALUES ($1, $2)
   ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, created_at = now(), status = NULL, answer = NULL
     WHERE kept.created_at < now() - interval '24 hours'
   RETURNING key_hash`,
);
const KEPT = sql(
  'idempotency_kept',
  'SELECT body_hash, status, answer FROM platform.idempotent_answers WHERE key_hash = $1',
);
const KEEP = sql(
  'idempotency_keep',
  'UPDATE platform.idempotent_answers SET status = $2, answer = $3 WHERE key_hash = $1',
);

@Injectable()
export class IdempotentAnswers extends Repository {
  /** Waits for a twin that is being served: the unique key is held until his transaction ends. */
  async claim(keyHash: Buffer, bodyHash: Buffer): Promise<Kept | undefined> {
    return (await this.count(CLAIM, keyHash, bodyHash)) ? undefined : this.one<Kept & object>(KEPT, keyHash);
  }

  async keep(keyHash: Buffer, status: number, answer: Buffer): Promise<void> {
    await this.count(KEEP, keyHash, status, answer);
  }
}

/**
 * `Idempotency-Key`: the effect and its kept answer commit together, so a crash at any point leaves both or
 * neither. Answers are kept sealed with the caller's key, because some hold what is shown only once.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly kept: IdempotentAnswers,
    private readonly vault: Vault,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & WithRawBody>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    return from(this.once(String(key), request, http.getResponse<Response>(), next));
  }

  private async once(key: string, request: Request & WithRawBody, response: Response, next: CallHandler) {
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw invalid({ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
    }
    const caller = (request.user as Caller | undefined)?.id ?? `address:${request.ip}`;
    const name = `${caller}\n${request.method} ${request.path}\n${key}`;
    const keyHash = sha256(name);
    const bodyHash = sha256(request.rawBody ?? '');
    const answered = await this.attempt(keyHash, bodyHash, name, response, next);
    if (answered.replayed) response.setHeader('Idempotent-Replayed', 'true');
    if (answered.status >= 400) throw new Again(answered);
    response.status(answered.status);
    return answered.body;
  }

  private async attempt(
    keyHash: Buffer,
    bodyHash: Buffer,
    name: string,
    response: Response,
    next: CallHandler,
  ) {
    try {
      return await this.database.transaction(async () => {
        const before = await this.kept.claim(keyHash, bodyHash);
        if (before) return this.replay(before, bodyHash, name);
        const answer = { status: response.statusCode, body: await lastValueFrom(next.handle()) };
        await this.kept.keep(keyHash, answer.status, this.vault.seal(name, answer));
        return { ...answer, replayed: false };
      });
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.status >= 500 || refusal.status === 429 || refusal instanceof Reused) throw error;
      const body = { message: refusal.message, extra: refusal.extra };
      return this.keepRefusal(keyHash, bodyHash, name, { status: refusal.status, body });
    }
  }

  /** The refused work was rolled back, and its claim with it: the answer is kept by a unit of its own. */
  private keepRefusal(keyHash: Buffer, bodyHash: Buffer, name: string, answer: Answer) {
    return this.database.transaction(async () => {
      const before = await this.kept.claim(keyHash, bodyHash);
      if (before) return this.replay(before, bodyHash, name);
      await this.kept.keep(keyHash, answer.status, this.vault.seal(name, answer));
      return { ...answer, replayed: false };
    });
  }

  private replay(
    { body_hash, answer }: Kept,
    bodyHash: Buffer,
    name: string,
  ): Answer & { replayed: boolean } {
    if (!body_hash.equals(bodyHash)) throw new Reused();
    const opened = answer && this.vault.open<Answer>(name, answer);
    // Sealed under a secret that was thrown away since: what it said cannot be told, and must not be done twice.
    if (!opened) throw new Reused();
    return { ...opened, replayed: true };
  }
}

class Reused extends Refusal {
  constructor() {
    super(409, 'Idempotency key reused');
  }
}

class Again extends Refusal {
  constructor({ status, body }: Answer) {
    const { message, extra } = body as Pick<Refusal, 'message' | 'extra'>;
    super(status, message, extra);
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A POST that makes something: its success, and the promise that a repeated key makes it once. */
export const Creates = (type: new () => object, status = 201) =>
  applyDecorators(Answers(status, type), Idempotent(), UseInterceptors(IdempotencyInterceptor));
