import { applyDecorators } from '@nestjs/common';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Caller } from '../../../platform/access/caller.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { allowedBySiteRole } from './site-role.js';

const FIELDS = 'apps:fields-for-administrators';

/** A field of an input that only administrators may give; anybody else is refused with 403. */
export const ForAdmins = () =>
  applyDecorators(JSONSchema({ description: 'For administrators.' }), (prototype: object, field: string | symbol) => {
    Reflect.defineMetadata(FIELDS, [...fieldsOf(prototype), field], prototype);
  });

const fieldsOf = (prototype: object) =>
  (Reflect.getMetadata(FIELDS, prototype) as (string | symbol)[] | undefined) ?? [];

/** A change that gives such a field stands in the audit trail. */
export function checkAdminFields(input: object, caller: Caller | undefined): void {
  const given = fieldsOf(input).some((field) => Reflect.get(input, field) !== undefined);
  if (given && !allowedBySiteRole(caller)) throw forbidden();
}
