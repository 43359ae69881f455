import { Transform } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { canonicalId } from '../../database/uuid.js';

/**
 * Cuts the lists of an input that are too long to one item above their limits: converting and validating ten thousand
 * items of a list of at most fifty takes a quarter of a second, and the list is refused anyway.
 */
export function withoutExcess(type: unknown, given: object): object {
  const cut = Object.entries(given).flatMap(([property, value]: [string, unknown]) => {
    const most = Array.isArray(value) ? mostItems(type, property) : Infinity;
    return Array.isArray(value) && value.length > most ? [[property, value.slice(0, most + 1)] as const] : [];
  });
  return cut.length ? { ...given, ...Object.fromEntries(cut) } : given;
}

/** The same for a list of an object within the input. */
export const Cut = (): PropertyDecorator => (target, property) => {
  let most: number | undefined;
  Transform(({ value }: { value: unknown }) => {
    most ??= mostItems(target.constructor, String(property));
    return Array.isArray(value) && value.length > most ? value.slice(0, most + 1) : value;
  })(target, property);
};

function mostItems(type: unknown, property: string): number {
  const all = getMetadataStorage().getTargetValidationMetadatas(type as () => void, '', false, false);
  const bound = all.find(({ name, propertyName }) => name === 'arrayMaxSize' && propertyName === property);
  return (bound?.constraints[0] as number | undefined) ?? Infinity;
}

/** Converts an id to the spelling that is stored. */
export const Canonical = () =>
  Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(canonicalId) : canonicalId(value)));
