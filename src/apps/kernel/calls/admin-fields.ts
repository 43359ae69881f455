import { applyDecorators } from '@nestjs/common';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Caller } from '../../../platform/access/access.js';
import { mark, markedFields } from '../../../platform/http/input/field-metadata.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { allowedBySiteRole } from './site-role.js';

const FOR_ADMINS = Symbol('for administrators');

/** A field of an input that only administrators may give; anybody else is refused with 403. */
export const ForAdmins = () => applyDecorators(JSONSchema({ description: 'For administrators.' }), mark(FOR_ADMINS));

/** A change that gives such a field stands in the audit trail. */
export function checkAdminFields(input: object, caller: Caller | undefined): void {
  const given = [...markedFields(FOR_ADMINS, input)].some((field) => Reflect.get(input, field) !== undefined);
  if (given && !allowedBySiteRole(caller)) throw forbidden();
}
