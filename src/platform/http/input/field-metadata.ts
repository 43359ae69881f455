import { getMetadataStorage } from 'class-validator';

export const NULLABLE = Symbol('nullable');
export const OPTIONAL = Symbol('optional');

export function mark(kind: symbol): PropertyDecorator {
  return (target, property) => {
    const marked = (Reflect.getMetadata(kind, target) as Set<string> | undefined) ?? new Set();
    Reflect.defineMetadata(kind, new Set([...marked, String(property)]), target);
  };
}

export const nullableFields = (type: new () => object): Set<string> =>
  (Reflect.getMetadata(NULLABLE, type.prototype as object) as Set<string> | undefined) ?? new Set();
export const optionalFields = (type: new () => object): Set<string> =>
  (Reflect.getMetadata(OPTIONAL, type.prototype as object) as Set<string> | undefined) ?? new Set();

/** All fields with validators, including inherited ones. */
export const fieldsOf = (type: new (...args: never[]) => object): Set<string> =>
  new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(type, '', false, false)
      .map(({ propertyName }) => propertyName),
  );
