import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { IdempotencyInterceptor } from '../../platform/http/idempotency.js';
import { OutsideInterceptor } from '../../platform/http/idempotency-outside.js';
import { calledBy } from './action.guard.js';

/** Every changing action understands `Idempotency-Key`; how its answer is kept depends on whether it asks outside. */
@Injectable()
export class ActionIdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly inside: IdempotencyInterceptor,
    private readonly outside: OutsideInterceptor,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { declaration } = calledBy(context.switchToHttp().getRequest<Request>()).action;
    if (!declaration.changes) return next.handle();
    return (declaration.outside ? this.outside : this.inside).intercept(context, next);
  }
}
