import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError, getMetadataStorage } from 'class-validator';
import { canonicalId } from '../../database/uuid.js';
import { type Fault, invalid, Refusal } from '../refusal.js';

type Find = ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas'];
type Found = ReturnType<Find>;

/**
 * Caches the metadata of a class until a decorator adds more. class-validator searches all classes of the service for
 * the parents of each object that it validates: a body of two thousand objects took 0.3 s, of which 0.02 s were
 * validation. The parameter `schema` names the parent and does not matter when classes are validated.
 */
export function rememberMetadata(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const add = storage.addValidationMetadata.bind(storage);
  let known = new Map<unknown, Found>();
  storage.addValidationMetadata = (metadata) => {
    known = new Map();
    add(metadata);
  };
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (always || strictGroups || groups?.length) return find(type, schema, always, strictGroups, groups);
    const found = known.get(type) ?? find(type, schema, always, strictGroups, groups);
    known.set(type, found);
    return found;
  };
}

rememberMetadata();

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
  const input = plainToInstance(type as new () => Input, given ?? {});
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
