import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { Answers, Idempotent } from './endpoint.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { OPERATION_KIND, type OperationKind, operationIds } from './idempotency/idempotency-key.js';

/**
 * The id of the operation, the same for every request with the same key. Other services receive it as their
 * idempotency key.
 */
export const OperationId = createParamDecorator(
  (_: unknown, context: ExecutionContext) => operationIds.get(context.switchToHttp().getRequest<Request>()) ?? uuidv7(),
);

/**
 * A POST that creates something once, even when its key is sent again. The handler returns the result of its
 * transaction, which `asAnswer` marks there.
 */
export const Creates = (type: new () => object, status = 201) => creates('local', type, status);

/**
 * Like `Creates`, for work that also calls another service: outside of transactions, and with the `@OperationId()`.
 * When `asAnswer` marks no result, the answer is stored after the work, which must then be safe to repeat.
 */
export const CreatesOutside = (type: new () => object, status = 201) => creates('outside', type, status);

const creates = (kind: OperationKind, type: new () => object, status: number) =>
  applyDecorators(
    Answers(status, type),
    Idempotent(),
    SetMetadata(OPERATION_KIND, kind),
    UseInterceptors(IdempotencyInterceptor),
  );
