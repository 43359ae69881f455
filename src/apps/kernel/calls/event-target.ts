import { fieldsOf, optionalFields } from '../../../platform/http/input/field-metadata.js';
import { nestedTypeOf } from '../../../platform/http/openapi/json-schema.js';
import type { ActionDeclaration, Target } from './action.js';
import type { RegisteredAction } from '../registry.js';
import { thingOf } from './targets.js';

/** One thing, or all of those that a bulk action has changed. */
export type EventTarget = { type: string; id: string } | { type: string; ids: string[] };

const SPELLING = /^[a-z]+(_[a-z]+)*$/;

/** What the event of a call names: the target that was given, or what the action declares to be about. */
export function eventTarget(declaration: ActionDeclaration, input: object, result: object): EventTarget | null {
  const { target, about } = declaration;
  const id = target && (input as Record<string, string | undefined>)[target.by];
  if (target && id) return { type: typeOf(target), id };
  if (!about) return null;
  const { type, key } = partsOf(about);
  const named = ({ ...input, ...result } as Record<string, Named | Named[] | null | undefined>)[key];
  if (Array.isArray(named)) return { type, ids: named.map(idOf) };
  return named === undefined || named === null ? null : { type, id: idOf(named) };
}

/** What is wrong with what a changing action says that its event is about. */
export function eventTargetFault({ declaration, input }: RegisteredAction): string | undefined {
  const { target, about, changes, result } = declaration;
  if (!changes) return undefined;
  if (target && !SPELLING.test(typeOf(target))) return `has a target of the type ${typeOf(target)}`;
  const isAlwaysGiven = target && !optionalFields(input as new () => object).has(target.by);
  if (isAlwaysGiven) return about === undefined ? undefined : 'says what it is about, and its target says that';
  if (about === undefined) return 'has no target, and does not say what it is about';
  if (about === null) return undefined;
  const { type, key } = partsOf(about);
  if (!SPELLING.test(type)) return `is about the type ${type}`;
  if (fieldsOf(result).has(key)) {
    const shown = nestedTypeOf(result, key);
    return !shown || fieldsOf(shown).has('id') ? undefined : `is about ${key}, which has no id`;
  }
  return fieldsOf(input).has(key) ? undefined : `is about ${key}, which neither its result nor its input has`;
}

/** `ticket_type` of what is called `Ticket type`. */
const typeOf = (target: Target) => thingOf(target).toLowerCase().replaceAll(' ', '_');

function partsOf(about: string | Record<string, string>): { type: string; key: string } {
  const [[type, key] = ['', '']] = Object.entries(typeof about === 'string' ? { [about]: about } : about);
  return { type, key };
}

type Named = string | { id: string };

const idOf = (named: Named) => (typeof named === 'string' ? named : named.id);
