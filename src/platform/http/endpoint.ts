import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';

/** What OpenAPI tells of a route beyond its input, and what the tests hold its answers against. */
export interface Described {
  status: number;
  type?: new () => object;
  mediaType?: string;
  note?: string;
}

const ANSWER = 'endpoint:answer';
const IDEMPOTENT = 'endpoint:idempotent';
const SUMMARY = 'endpoint:summary';
const REFUSALS = 'endpoint:refusals';

/** What the reference says of the route in one line. */
export const Summary = (text: string) => SetMetadata(SUMMARY, text);

/** The status and shape of success. */
export const Answers = (status: number, type?: new () => object, mediaType = 'application/json') =>
  applyDecorators(HttpCode(status), SetMetadata(ANSWER, { status, type, mediaType } satisfies Described));

/** A refusal of this route's own; those that its level and input bring are known without a word. */
export const Refuses = (status: number, ...messages: string[]) =>
  adding(...messages.map((note) => ({ status, note })));

/** Another answer than success, with a shape of its own. */
export const AlsoAnswers = (status: number, type: new () => object) => adding({ status, type });

const adding =
  (...described: Described[]): MethodDecorator =>
  (_target, _key, { value }) => {
    const handler = value as object;
    Reflect.defineMetadata(REFUSALS, [...refusalsOf(handler), ...described], handler);
  };

/** The route understands `Idempotency-Key`. */
export const Idempotent = () => SetMetadata(IDEMPOTENT, true);
export const isIdempotent = (handler: object) => Reflect.getMetadata(IDEMPOTENT, handler) === true;

export const summaryOf = (handler: object) => Reflect.getMetadata(SUMMARY, handler) as string | undefined;
export const answerOf = (handler: object) => Reflect.getMetadata(ANSWER, handler) as Described | undefined;
export const refusalsOf = (handler: object) =>
  (Reflect.getMetadata(REFUSALS, handler) as Described[] | undefined) ?? [];
