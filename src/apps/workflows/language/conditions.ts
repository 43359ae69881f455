import { isDeepStrictEqual } from 'node:util';
import type { Condition, Operator } from './definition.js';
import { MissingValue, resolveValues, type Scope, textOf } from './values.js';

/** Whether a condition is true. A value that is missing throws, except for `exists` and `empty`. */
export function holds(condition: Condition, scope: Scope): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, scope));
  if ('any' in condition) return condition.any.some((one) => holds(one, scope));
  if ('not' in condition) return !holds(condition.not, scope);
  if (condition.op === 'exists') return present(condition.left, scope) !== undefined;
  if (condition.op === 'empty') return isEmpty(present(condition.left, scope));
  return compare(condition.op, resolveValues(condition.left, scope), resolveValues(condition.right ?? null, scope));
}

/** Undefined for null, too. */
function present(template: unknown, scope: Scope): unknown {
  try {
    return resolveValues(template, scope) ?? undefined;
  } catch (error) {
    if (error instanceof MissingValue) return undefined;
    throw error;
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function compare(op: Exclude<Operator, 'exists' | 'empty'>, left: unknown, right: unknown): boolean {
  switch (op) {
    case 'eq':
      return isSame(left, right);
    case 'ne':
      return !isSame(left, right);
    case 'gt':
      return order(left, right) > 0;
    case 'gte':
      return order(left, right) >= 0;
    case 'lt':
      return order(left, right) < 0;
    case 'lte':
      return order(left, right) <= 0;
    case 'in':
      return includes(right, left);
    case 'contains':
      return includes(left, right);
    case 'starts_with':
      return textOf(left).startsWith(textOf(right));
    case 'ends_with':
      return textOf(left).endsWith(textOf(right));
  }
}

/** A number and a text that spells it are the same, because forms and headers hold text only. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== typeof right) {
    const [one, other] = [numberOf(left), numberOf(right)];
    return one !== undefined && one === other;
  }
  return isDeepStrictEqual(left, right);
}

/** NaN for what has no order, so that no comparison holds. */
function order(left: unknown, right: unknown): number {
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one !== undefined && other !== undefined) return one - other;
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function includes(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((one) => isSame(one, part));
  return typeof whole === 'string' && whole.includes(textOf(part));
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
