import { applyDecorators } from '@nestjs/common';
import { JSONSchema } from 'class-validator-jsonschema';
import { IsPlainObject } from '../../../platform/http/fields.js';
import { checked } from '../../../platform/http/input/input.pipe.js';
import { type Fault, invalid, Refusal } from '../../../platform/http/refusal.js';
import type { Type } from './action.js';

/** The class of the content of each kind. */
export type Kinds = Readonly<Record<string, Type>>;

const FIELDS = 'apps:fields-by-kind';

/**
 * A field whose shape depends on the kind, which is the field `kind` of the input or else of the target:
 * `@ByKind(CONTENTS) content!: object`. The kernel replaces it by an instance of the class of that kind.
 */
export const ByKind = (kinds: Kinds) =>
  applyDecorators(
    IsPlainObject(),
    JSONSchema({ type: 'object', description: `By kind: ${Object.keys(kinds).join(', ')}.` }),
    (prototype: object, field: string | symbol) => {
      Reflect.defineMetadata(FIELDS, [...fieldsOf(prototype), [field, kinds]], prototype);
    },
  );

const fieldsOf = (prototype: object) =>
  (Reflect.getMetadata(FIELDS, prototype) as [field: string, kinds: Kinds][] | undefined) ?? [];

/** Checks the fields of an input that depend on its kind, or on that of the target. Unknown fields are faults. */
export async function checkByKind(input: object, target: object | undefined): Promise<void> {
  const given = input as Record<string, unknown>;
  for (const [field, kinds] of fieldsOf(input)) {
    const kind = given.kind ?? (target as { kind?: unknown } | undefined)?.kind;
    if (given[field] !== undefined && kind !== undefined)
      given[field] = await contentOf(kinds, kind as string, given[field], field);
  }
}

/** The content of a thing of this kind, or 400 with the faults of each part of the field. */
export async function contentOf(kinds: Kinds, kind: string, content: unknown, field: string): Promise<object> {
  const type = kinds[kind];
  if (!type) throw invalid({ field: 'kind', message: `kind must be one of ${Object.keys(kinds).join(', ')}` });
  try {
    return await checked(type, content, { exact: true });
  } catch (error) {
    const faults = error instanceof Refusal ? error.extra.details : undefined;
    if (!faults) throw error;
    throw invalid(...(faults as Fault[]).map((fault) => ({ ...fault, field: `${field}.${fault.field}` })));
  }
}
