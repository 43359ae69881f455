import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  Param,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { canonicalId, FIRST_ID, isUuid } from '../database/uuid.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { OPERATION_KIND, type OperationKind, operationIds } from './idempotency/idempotency-key.js';
import type { FixedRefusal } from './refusal.js';

/** An answer of a route, for OpenAPI and for the tests, which compare every answer with it. */
export interface Described {
  status: number;
  type?: new () => object;
  mediaType?: string;
  note?: string;
}

const ANSWER = 'endpoint:answer';
const IDEMPOTENT = 'endpoint:idempotent';
const IDEMPOTENCY_RULE = 'endpoint:idempotency-rule';
const SUMMARY = 'endpoint:summary';
const REFUSALS = 'endpoint:refusals';

/** The one-line summary of the route in the API reference. */
export const Summary = (text: string) => SetMetadata(SUMMARY, text);

/** The status and the class of the successful answer. */
export const Answers = (status: number, type?: new () => object, mediaType = 'application/json') =>
  applyDecorators(HttpCode(status), SetMetadata(ANSWER, { status, type, mediaType } satisfies Described));

/**
 * A refusal that is specific to this route. Refusals that follow from its access level and input are added
 * automatically.
 */
export function Refuses(...refusals: FixedRefusal[]): MethodDecorator;
export function Refuses(status: number, ...messages: string[]): MethodDecorator;
export function Refuses(first: number | FixedRefusal, ...others: (string | FixedRefusal)[]): MethodDecorator {
  if (typeof first === 'number') return adding(...others.map((note) => ({ status: first, note: String(note) })));
  return adding(...[first, ...(others as FixedRefusal[])].map(({ status, text }) => ({ status, note: text })));
}

/** The answer is one page of a list; the query has its `cursor` and `limit`. */
export const AnswersPage = (type: new () => object) =>
  applyDecorators(Answers(200, type), Refuses(400, 'Invalid cursor', 'Invalid limit'));

/** An additional answer with its own class. */
export const AlsoAnswers = (status: number, type: new () => object) => adding({ status, type });

const adding =
  (...described: Described[]): MethodDecorator =>
  (_target, _key, { value }) =>
    setRefusals(value as object, [...refusalsOf(value as object), ...described]);

export const setRefusals = (handler: object, described: Described[]) =>
  Reflect.defineMetadata(REFUSALS, described, handler);

/** The route supports `Idempotency-Key`. */
export const Idempotent = () => SetMetadata(IDEMPOTENT, true);
export const isIdempotent = (handler: object) => Reflect.getMetadata(IDEMPOTENT, handler) === true;

/** The route handles `Idempotency-Key` itself, by its own rule. */
export const IdempotencyKeyHeader = (rule: string) => SetMetadata(IDEMPOTENCY_RULE, rule);
export const idempotencyRuleOf = (handler: object) =>
  Reflect.getMetadata(IDEMPOTENCY_RULE, handler) as string | undefined;

export const summaryOf = (handler: object) => Reflect.getMetadata(SUMMARY, handler) as string | undefined;
export const answerOf = (handler: object) => Reflect.getMetadata(ANSWER, handler) as Described | undefined;
export const refusalsOf = (handler: object) =>
  (Reflect.getMetadata(REFUSALS, handler) as Described[] | undefined) ?? [];

/** An id of the wrong form becomes one that no row has, so the service answers it like any unknown id. */
const orUnknown = {
  transform: (given: string) => (isUuid(given) ? (canonicalId(given) as string) : FIRST_ID),
};

/** The id of a thing in the path of a route, which then also states the refusal `{thing} not found`. */
export const IdParam =
  (thing: string, name = 'id'): ParameterDecorator =>
  (target, key, index) => {
    Param(name, orUnknown)(target, key, index);
    const handler = (target as Record<string, object>)[key as string] as object;
    // Decorators of parameters run from the last to the first.
    setRefusals(handler, [{ status: 404, note: `${thing} not found` }, ...refusalsOf(handler)]);
  };

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
