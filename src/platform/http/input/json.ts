import { isUtf8 } from 'node:buffer';
import { invalid, Refusal } from '../refusal.js';

const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;
/** Names that reach an object's prototype or class when a library copies fields one by one. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = new Set([91, 123]);
const CLOSE = new Set([93, 125]);

const notJson = () => new Refusal(400, 'Invalid JSON');
const fault = (message: string, field = '') => invalid({ field, message });

export function parseJson(bytes: Buffer, mostValues = MAX_VALUES): unknown {
  if (!isUtf8(bytes)) throw notJson();
  checkShape(bytes, mostValues);
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
 * Checks depth and size in one pass over the bytes before anything is built: JSON.parse accepts 400,000
 * nested arrays, but recursive code after it, such as validation, overflows the stack near 8,000.
 */
function checkShape(bytes: Buffer, mostValues: number): void {
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
    if (values > mostValues) throw fault(`JSON may not hold more than ${mostValues} values`);
  }
}

/** PostgreSQL refuses \u0000 in every text and a lone surrogate in some, so both are refused everywhere. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The path of a fault is only built in a second pass, when there is a fault: naming ten thousand values takes time. */
function checkText(root: unknown, isNamed = false): void {
  const open: [value: unknown, field: string][] = [[root, '']];
  const below = (field: string, name: string | number) => (!isNamed ? '' : field ? `${field}.${name}` : String(name));
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, field] = next;
    const found = faultOf(value);
    if (found && isNamed) throw fault(found, field);
    if (found) return checkText(root, true);
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) open.push([value[at], below(field, at)]);
    } else if (value !== null && typeof value === 'object') {
      for (const name of Object.keys(value)) {
        open.push([name, field], [(value as Record<string, unknown>)[name], below(field, name)]);
      }
    }
  }
}

function faultOf(value: unknown): string | undefined {
  if (typeof value === 'string' && !isStorable(value)) {
    return 'text may not hold \\u0000 or half of a surrogate pair';
  }
  // 1e309 is valid JSON and parses to Infinity, which no number validator would catch.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number is too large';
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const forbidden = Object.keys(value).find((name) => FORBIDDEN_NAMES.has(name));
  return forbidden && `a field may not be named ${forbidden}`;
}
