import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { IdempotencyInterceptor } from '../../../platform/http/idempotency/idempotency.interceptor.js';
import type { OperationKind } from '../../../platform/http/idempotency/idempotency-key.js';
import { calledBy } from './action.guard.js';

/** Every changing action understands `Idempotency-Key`; one that declares `outside` works in several transactions. */
@Injectable()
export class ActionIdempotencyInterceptor extends IdempotencyInterceptor {
  protected override kindOf(context: ExecutionContext): OperationKind | undefined {
    const { changes, outside } = calledBy(context.switchToHttp().getRequest<Request>()).action.declaration;
    if (!changes) return undefined;
    return outside ? 'outside' : 'local';
  }
}
