import { getMetadataStorage } from 'class-validator';

export const NULLABLE = Symbol('nullable');
export const OPTIONAL = Symbol('optional');

export function mark(kind: symbol): PropertyDecorator {
  return (target, property) => {
    Reflect.defineMetadata(kind, new Set([...markedFields(kind, target), String(property)]), target);
  };
}

export const markedFields = (kind: symbol, target: object): Set<string> =>
  (Reflect.getMetadata(kind, target) as Set<string> | undefined) ?? new Set();
export const nullableFields = (type: new () => object) => markedFields(NULLABLE, type.prototype as object);
export const optionalFields = (type: new () => object) => markedFields(OPTIONAL, type.prototype as object);

/** All fields with validators, including inherited ones. */
export const fieldsOf = (type: new (...args: never[]) => object): Set<string> =>
  new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(type, '', false, false)
      .map(({ propertyName }) => propertyName),
  );
