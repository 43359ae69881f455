import { type CallHandler, type ExecutionContext, Injectable, Logger, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { type AnswerStore, answerStores } from '../../database/connection/answer-store.js';
import { DatabaseService } from '../../database/database.service.js';
import { toRefusal } from '../error.filter.js';
import {
  type IdempotencyKey,
  idempotencyKeyOf,
  OPERATION_KIND,
  type OperationKind,
  operationIds,
} from './idempotency-key.js';
import { type ClaimedOperation, IdempotencyClaimsService } from './idempotency-claims.service.js';
import { IdempotentAnswerRepository } from './idempotent-answer.repository.js';
import { type Answer, IdempotentAnswersService, isTakenOver } from './idempotent-answers.service.js';
import { Refusal } from '../refusal.js';

/**
 * A late COMMIT of a local operation fails on the lapsed claim, so the claim may lapse soon. A call to another service
 * cannot be undone: its claim outlives the longest call that a dead process may have left behind.
 */
const LAPSE_SECONDS: Record<OperationKind, number> = { local: 5, outside: 30 };

/**
 * Implements `Idempotency-Key`: the claim commits first, the handler runs without a surrounding transaction,
 * and the transaction that produces the answer also stores it. After a crash at any point either the effect
 * and its answer exist, or neither does.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Idempotency');

  constructor(
    private readonly database: DatabaseService,
    private readonly claims: IdempotencyClaimsService,
    private readonly answers: IdempotentAnswersService,
    private readonly repository: IdempotentAnswerRepository,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const kind = this.kindOf(context);
    const key = kind && idempotencyKeyOf(request);
    return key ? from(this.handleOnce(key, kind, request, http.getResponse<Response>(), next)) : next.handle();
  }

  /** Undefined when the route ignores the header. */
  protected kindOf(context: ExecutionContext): OperationKind | undefined {
    return Reflect.getMetadata(OPERATION_KIND, context.getHandler()) as OperationKind | undefined;
  }

  private async handleOnce(
    key: IdempotencyKey,
    kind: OperationKind,
    request: Request,
    response: Response,
    next: CallHandler,
  ): Promise<unknown> {
    const answer = await this.claims.runOnce(key, LAPSE_SECONDS[kind], (operation) => {
      operationIds.set(request, operation.operationId);
      return this.runHandler(key, kind, operation, response, next);
    });
    return replay(answer, response);
  }

  /** Undefined when another process has taken the claim over; that process gives the answer. */
  private async runHandler(
    key: IdempotencyKey,
    kind: OperationKind,
    { claim }: ClaimedOperation,
    response: Response,
    next: CallHandler,
  ): Promise<Answer | undefined> {
    const inItsTransaction = new StoreInTransaction((body) =>
      this.answers.statementToStore(key, claim, { status: response.statusCode, body }),
    );
    try {
      const body = await answerStores.run(inItsTransaction, () => lastValueFrom(next.handle()));
      const answer = { status: response.statusCode, body: inItsTransaction.stored ?? body };
      if (answer.body !== body || (kind === 'local' && !inItsTransaction.isMarked(body)))
        this.logger.error({ key: key.name.split('\n')[1] }, 'the answer is not the result of its transaction');
      if (!inItsTransaction.stored) await this.answers.store(key, claim, answer);
      return answer;
    } catch (error) {
      if (isTakenOver(error)) return undefined;
      return this.storeRefusal(key, kind, claim, error);
    }
  }

  /**
   * Stores a refusal like any other answer. Errors of the server and 429 are not stored, so that the caller can retry.
   */
  private async storeRefusal(
    key: IdempotencyKey,
    kind: OperationKind,
    claim: ClaimedOperation['claim'],
    error: unknown,
  ): Promise<Answer | undefined> {
    const { status, message, extra } = toRefusal(error);
    if (status >= 500 || status === 429) {
      // A local operation left nothing behind. The result of a call to another service is unknown, but that
      // service knows the operation id.
      await this.database
        .transaction(() => (kind === 'local' ? this.repository.delete(claim) : this.repository.lapse(claim)))
        .catch((failure: unknown) => this.logger.warn({ err: failure }, 'a claim could not be released'));
      throw error;
    }
    const answer = { status, body: { message, extra } };
    try {
      await this.answers.store(key, claim, answer);
      return answer;
    } catch (failure) {
      if (isTakenOver(failure)) return undefined;
      throw failure;
    }
  }
}

class StoreInTransaction implements AnswerStore {
  stored: object | undefined;
  private readonly marked = new WeakSet<object>();

  constructor(private readonly buildStatement: (answer: object) => ReturnType<AnswerStore['statementFor']>) {}

  mark(body: object): void {
    this.marked.add(body);
  }

  isMarked(result: unknown): result is object {
    return typeof result === 'object' && result !== null && this.marked.has(result);
  }

  statementFor(answer: object) {
    if (this.stored) throw new Error('Two transactions of one operation give an answer: only the last one may');
    return this.buildStatement(answer);
  }

  committed(answer: object): void {
    this.stored = answer;
  }
}

/** Returns the stored answer, or throws it when it is a refusal. */
function replay({ status, body, replayed }: Answer, response: Response): unknown {
  if (replayed) response.setHeader('Idempotent-Replayed', 'true');
  if (status >= 400) {
    const { message, extra } = body as Pick<Refusal, 'message' | 'extra'>;
    throw new Refusal(status, message, extra);
  }
  response.status(status);
  return body;
}
