import { Nested } from '../../platform/http/fields.js';
import type { Type } from '../kernel/calls/action.js';

/** The class of a result with one field, whose own class an app declares. */
export function answerWith(field: string, type: Type): Type {
  class Result {}
  Nested(() => type as new () => object)(Result.prototype, field);
  return Result;
}
