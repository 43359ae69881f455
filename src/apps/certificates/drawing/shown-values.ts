import type { Certificate, FieldValues } from '../entities/certificate.entity.js';
import type { TemplateVersion } from '../entities/template.entity.js';
import type { CustomField } from '../templates/template.inputs.js';

/** What a certificate says beside its template. */
export type Award = Pick<
  Certificate,
  'code' | 'recipient_name' | 'issued_on' | 'expires_on' | 'custom_values' | 'revision'
>;

const DEFAULT_LOCALE = 'en';

/** By placeholder, as they are printed. */
export function shownValues(version: TemplateVersion, award: Award, verifyUrl: string): Map<string, string> {
  const { title, issuer_name, custom_fields, layout } = version;
  const date = (day: string | null) => (day === null ? '' : writtenDay(day, layout.locale));
  return new Map([
    ['recipient_name', award.recipient_name],
    ['title', title],
    ['issuer_name', issuer_name],
    ['issued_on', date(award.issued_on)],
    ['expires_on', date(award.expires_on)],
    ['code', award.code],
    ['verify_url', verifyUrl],
    ...custom_fields.map((field): [string, string] => [
      `values.${field.key}`,
      writtenValue(field, award.custom_values, layout.locale),
    ]),
  ]);
}

export const writtenDay = (day: string, locale = DEFAULT_LOCALE) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

export function writtenValue({ key, type }: CustomField, values: FieldValues, locale = DEFAULT_LOCALE): string {
  const value = values[key];
  if (value === undefined) return '';
  if (typeof value === 'number') return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(value);
  return type === 'date' ? writtenDay(value, locale) : value;
}
