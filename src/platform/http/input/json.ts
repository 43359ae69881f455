import { isUtf8 } from 'node:buffer';
import { invalid, Refusal } from '../refusal.js';

const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;
/** Names that reach an object's prototype or its class when a library copies fields one by one. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = new Set([91, 123]);
const CLOSE = new Set([93, 125]);

const notJson = () => new Refusal(400, 'Invalid JSON');
const fault = (message: string, field = '') => invalid({ field, message });

export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw notJson();
  checkShape(bytes);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw notJson();
  }
  checkText(value);
  return value;
}

/**
 * Depth and size by one look over the bytes, before anything is built: JSON.parse takes 400,000 nested arrays,
 * but every recursive walk after it, validation among them, dies near 8,000.
 */
function checkShape(bytes: Buffer): void {
  let depth = 0;
  let values = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (quoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === COMMA || byte === COLON) values++;
    else if (OPEN.has(byte)) depth++;
    else if (CLOSE.has(byte)) depth--;
    if (depth > MAX_DEPTH) throw fault(`JSON may not be nested deeper than ${MAX_DEPTH}`);
    if (values > MAX_VALUES) throw fault(`JSON may not hold more than ${MAX_VALUES} values`);
  }
}

/** PostgreSQL refuses \u0000 in every text, and a lone surrogate in some: nobody gets to depend on which. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function checkText(root: unknown): void {
  const open: [value: unknown, field: string][] = [[root, '']];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, field] = next;
    if (typeof value === 'string') {
      if (!isStorable(value)) throw fault('text may not hold \\u0000 or half of a surrogate pair', field);
    } else if (typeof value === 'number') {
      // 1e309 is valid JSON and parses to Infinity, which no rule about a number would catch.
      if (!Number.isFinite(value)) throw fault('a number is too large', field);
    } else if (value !== null && typeof value === 'object') {
      const isList = Array.isArray(value);
      for (const [name, inner] of Object.entries(value)) {
        if (!isList && FORBIDDEN_NAMES.has(name)) throw fault(`a field may not be named ${name}`, field);
        if (!isList) open.push([name, field]);
        open.push([inner, field ? `${field}.${name}` : name]);
      }
    }
  }
}
