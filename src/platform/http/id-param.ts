import { Param } from '@nestjs/common';
import { canonicalId, FIRST_ID, isUuid } from '../database/uuid.js';
import { refusalsOf, setRefusals } from './endpoint.js';

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
