import type { CustomField } from './template.inputs.js';

const PLAIN = ['recipient_name', 'title', 'issuer_name', 'issued_on', 'expires_on', 'code', 'verify_url'];
const PLACEHOLDER = /\{([^{}]*)\}/g;

const namesIn = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

export function hasUnknownPlaceholder(text: string, fields: readonly CustomField[]): boolean {
  const known = new Set([...PLAIN, ...fields.map(({ key }) => `values.${key}`)]);
  return namesIn(text).some((name) => !known.has(name));
}

/** The text of an element; empty if it has placeholders and none of them has a value. */
export function filledText(text: string, values: ReadonlyMap<string, string>): string {
  const names = namesIn(text);
  if (names.length && !names.some((name) => values.get(name))) return '';
  return text.replace(PLACEHOLDER, (_, name: string) => values.get(name) ?? '');
}
