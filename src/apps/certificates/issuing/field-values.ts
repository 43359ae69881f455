import type { FieldValues } from '../entities/certificate.entity.js';
import type { CustomField } from '../templates/template.inputs.js';

const LONGEST = 200;
const DAY = /^\d{4}-\d\d-\d\d$/;

const isDay = (value: string) => DAY.test(value) && Boolean(new Date(value).toJSON()?.startsWith(value));
const isText = (value: string) => value.trim() !== '' && [...value].length <= LONGEST;

const RIGHT: Record<CustomField['type'], (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && isText(value),
  number: (value) => typeof value === 'number',
  date: (value) => typeof value === 'string' && isDay(value),
};

const WANTED: Record<CustomField['type'], string> = {
  text: `a text of 1 to ${LONGEST} characters`,
  number: 'a number',
  date: 'a day, such as 2030-01-31',
};

/** The values of the fields, or what is wrong with them. Null counts as not given. */
export function readValues(fields: readonly CustomField[], given: object): FieldValues | string {
  const values: FieldValues = {};
  const unknown = Object.keys(given).find((key) => !fields.some((field) => field.key === key));
  if (unknown !== undefined) return `values.${unknown} is no field of the template`;
  for (const { key, type, required } of fields) {
    const value = (given as Record<string, unknown>)[key] ?? undefined;
    if (value === undefined && required) return `values.${key} is required`;
    if (value === undefined) continue;
    if (!RIGHT[type](value)) return `values.${key} must be ${WANTED[type]}`;
    values[key] = value as string | number;
  }
  return values;
}
