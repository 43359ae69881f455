import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, useContainer, validate, type ValidationError } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { canonicalId } from '../../database/uuid.js';
import { type Fault, invalid, Refusal } from '../refusal.js';
import { withoutExcess } from './transforms.js';

interface Storage {
  validationMetadatas: Map<unknown, ValidationMetadata[]>;
  getTargetValidationMetadatas: (type: unknown, ...how: unknown[]) => ValidationMetadata[];
  addValidationMetadata: (metadata: ValidationMetadata) => void;
}

/**
 * Makes class-validator look up the metadata of a class by its parents, and caches it until a decorator adds more.
 * class-validator itself searches all classes of the service for the parents of each object that it validates: a body of
 * two thousand objects took 0.3 s, and the schemas of a thousand classes a second. The second parameter names
 * a schema, which is always empty where classes are validated.
 */
function rememberMetadata(): void {
  const storage = getMetadataStorage() as unknown as Storage;
  const find = storage.getTargetValidationMetadatas;
  const add = storage.addValidationMetadata.bind(storage);
  let known = new Map<unknown, ValidationMetadata[]>();
  storage.addValidationMetadata = (metadata) => {
    known = new Map();
    add(metadata);
  };
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    const isPlain = !always && !strictGroups && !(groups as unknown[] | undefined)?.length;
    const cached = isPlain ? known.get(type) : undefined;
    if (cached) return cached;
    const family = { validationMetadatas: familyOf(type, storage.validationMetadatas) };
    const found = find.call(family, type, schema, always, strictGroups, groups);
    if (isPlain) known.set(type, found);
    return found;
  };
}

/** The class and its parents, the oldest first, as they were declared. */
function familyOf(type: unknown, all: Storage['validationMetadatas']): Storage['validationMetadatas'] {
  const family: [unknown, ValidationMetadata[]][] = [];
  for (let one = type; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    const own = all.get(one);
    if (own) family.unshift([one, own]);
  }
  return new Map(family);
}

rememberMetadata();

type Type = new () => object;
const instances = new Map<Type, object>();

/**
 * One instance of each class. class-validator itself searches a list of all validators that were ever used, for each value
 * that it validates: with some thousands of them, a body of ten thousand values took a quarter of a second.
 */
function instanceOf(type: Type): object {
  const known = instances.get(type) ?? new type();
  instances.set(type, known);
  return known;
}

useContainer({ get: instanceOf as (type: unknown) => object });

/** Enough for any form. A list of thousands of wrong items does not need thousands of faults. */
const MAX_FAULTS = 100;

/**
 * Converts a body or query to its declared class: unknown fields are dropped, nothing is coerced, every fault is
 * reported. Path parameters only get the canonical spelling of ids: an id of the wrong form is a 404 of the repository.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  async transform(given: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type === 'param') return canonicalId(given);
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return given;
    return checked(metatype as new () => object, given);
  }
}

/** Validates the input and returns an instance of the class. `exact`: an unknown field is a fault too. */
export async function checked<Input extends object>(
  type: new (...args: never[]) => Input,
  given: unknown,
  { exact = false } = {},
): Promise<Input> {
  if (given !== undefined && (typeof given !== 'object' || Array.isArray(given))) throw noObject();
  const input = plainToInstance(type as new () => Input, withoutExcess(type, given ?? {}));
  const errors = await validate(input, {
    whitelist: true,
    forbidNonWhitelisted: exact,
    forbidUnknownValues: false,
  });
  if (errors.length) throw refusal(errors);
  // This check is last, because messages about required fields are more helpful.
  if (given === null) throw noObject();
  return input;
}

const noObject = () => invalid({ field: '', message: 'the body must be a JSON object' });

function refusal(errors: ValidationError[]): Refusal {
  for (const { contexts } of errors) {
    for (const context of Object.values(contexts ?? {}) as { refusal?: string }[]) {
      if (context.refusal) return new Refusal(400, context.refusal);
    }
  }
  return invalid(...firstFaults(errors));
}

/** Stops at MAX_FAULTS, so that a list of ten thousand wrong items costs little. */
function firstFaults(errors: ValidationError[]): Fault[] {
  const found: Fault[] = [];
  for (const error of errors) {
    for (const fault of faults(error, '')) {
      if (found.push(fault) >= MAX_FAULTS) return found;
    }
  }
  return found;
}

function* faults({ property, constraints, children }: ValidationError, parent: string): Generator<Fault> {
  const field = parent ? `${parent}.${property}` : property;
  for (const message of Object.values(constraints ?? {})) yield { field, message };
  for (const child of children ?? []) yield* faults(child, field);
}
