import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
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
