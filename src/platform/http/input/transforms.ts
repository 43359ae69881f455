import { Transform } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { canonicalId } from '../../database/uuid.js';

/**
 * Cuts a list that is too long to one item above its limit: validating ten thousand items of a list of at
 * most fifty takes a quarter of a second, and the list is refused anyway.
 */
export const Cut = (): PropertyDecorator => (target, property) => {
  let most: number | undefined;
  Transform(({ value }: { value: unknown }) => {
    most ??= mostItems(target.constructor, String(property));
    return Array.isArray(value) && value.length > most ? value.slice(0, most + 1) : value;
  })(target, property);
};

function mostItems(type: unknown, property: string): number {
  const all = getMetadataStorage().getTargetValidationMetadatas(type as () => void, '', true, false);
  const bound = all.find(({ name, propertyName }) => name === 'arrayMaxSize' && propertyName === property);
  return (bound?.constraints[0] as number | undefined) ?? Infinity;
}

/** Converts an id to the spelling that is stored. */
export const Canonical = () =>
  Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(canonicalId) : canonicalId(value)));
