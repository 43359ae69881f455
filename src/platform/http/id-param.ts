import { Param } from '@nestjs/common';
import { canonicalId, FIRST_ID, isUuid } from '../database/uuid.js';
import { Refuses } from './endpoint.js';

/** An id of the wrong form becomes one that no row has, so the service answers it like any unknown id. */
const orUnknown = {
  transform: (given: string) => (isUuid(given) ? (canonicalId(given) as string) : FIRST_ID),
};

/** The id of a thing in the path of a route, which then also states the refusal `{thing} not found`. */
export const IdParam =
  (thing: string, name = 'id'): ParameterDecorator =>
  (target, key, index) => {
    Param(name, orUnknown)(target, key, index);
    const handler = Object.getOwnPropertyDescriptor(target, key as string) as PropertyDescriptor;
    Refuses(404, `${thing} not found`)(target, key as string, handler);
  };
