import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { canonicalId } from '../../database/uuid.js';
import { type Fault, invalid, Refusal } from '../refusal.js';

/** Enough to mend any form; a list of thousands of wrong items is not answered by thousands of faults. */
const MAX_FAULTS = 100;

/**
 * Makes the declared input class of a body or query: unknown fields dropped, nothing coerced, every fault told.
 * Of path parameters only the spelling is its business: an id of the wrong form is a 404, which the repository knows.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  async transform(given: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type === 'param') return canonicalId(given);
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return given;
    return checked(metatype as new () => object, given);
  }
}

/** An instance of the class, made of what was given; `exact`: a field that it does not know is a fault too. */
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
  // Told last: of a form whose fields are needed, their own words say more.
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
  return invalid(...errors.flatMap((error) => faults(error, '')).slice(0, MAX_FAULTS));
}

function faults({ property, constraints, children }: ValidationError, parent: string): Fault[] {
  const field = parent ? `${parent}.${property}` : property;
  const own = Object.values(constraints ?? {}).map((message) => ({ field, message }));
  return [...own, ...(children ?? []).flatMap((child) => faults(child, field))];
}
