import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import type { Caller } from '../../../platform/access/access.js';
import type { Outside } from './outside.js';

export type ActionAccess = 'public' | 'authenticated' | 'owner' | 'admin';
export type Type<Instance = object> = new (...args: never[]) => Instance;

/** The row that an action is about: the platform loads it, answers 404 or 403, and hands it over. */
export interface Target {
  entity: Type;
  /** The field of the input that holds its id. */
  by: string;
  /** The word of `<Thing> not found`; the entity's name as words where it is not given. */
  thing?: string;
  /** Its parent decides who owns it: the entity, and the target's column that holds the parent's id. */
  via?: { entity: Type; by: string };
  /** The column that names who owns it, of the parent where there is one; `owner_id` where it is not given. */
  owner?: string;
  /** A condition in SQL on the row `t` and the caller `$2`: where it is false, another's row is 404 and not 403. */
  seenIf?: string;
  /** False: a change does not lock it. The action itself locks what it writes, so that its callers do not queue. */
  lock?: false;
}

export interface ActionDeclaration {
  access: ActionAccess;
  description: string;
  /** With validators; a field that it does not know is refused. */
  input?: Type;
  /** The shape of the answer. */
  result: Type;
  target?: Target;
  /** For both sides of a row, instead of `owner`: columns of the target, one of which names the caller. */
  party?: string[];
  /** Runs in a transaction, with its target locked, and leaves a domain event. */
  changes?: boolean;
  /** Runs in a transaction without leaving an event: for what happens very often, such as a view. */
  notes?: boolean;
  /**
   * What the event of a change names where no target is given: `'ticket'`, the key of the result that shows it and at
   * once its type; `{ ticket: 'tickets' }`, a type and the key of the result, or the field of the input that holds its
   * id; null: nothing.
   */
  about?: string | { [type: string]: string } | null;
  /** The field of the input that says why: it is kept with the event. */
  why?: string;
  /** Scripts of pages of all origins may call it, also where CORS_ORIGINS limits the others. For public actions. */
  anyOrigin?: boolean;
  /** A change that may return `Outside`: it asks somebody when its transaction is over. */
  outside?: boolean;
  /** What it refuses beyond the checks that all have: for the reference. */
  refuses?: Partial<Record<400 | 401 | 403 | 404 | 409 | 429 | 502 | 503, string[]>>;
}

/** Who calls from where, for public actions that count or limit. */
export interface Visitor {
  address: string;
  userAgent: string;
  headers: Record<string, string | string[] | undefined>;
  /** The request came through a trusted proxy, so its headers about the client are used. */
  viaOurProxy: boolean;
}

/**
 * What an action gets. `Parent` is the row that owns the target, where there is one; `Prepared` is what the action's own
 * `prepare` returned.
 */
export interface Call<Input = object, Row = undefined, Parent = undefined, Prepared = undefined> {
  input: Input;
  caller: Caller;
  target: Row;
  parent: Parent;
  prepared: Prepared;
  visitor: Visitor;
  /** What is made by this call may have this id: the same again when the same `Idempotency-Key` comes again. */
  operationId: string;
}

/** A public action can be called without an account, so its caller may be missing. */
export type PublicCall<Input = object, Row = undefined, Parent = undefined, Prepared = undefined> = Omit<
  Call<Input, Row, Parent, Prepared>,
  'caller'
> & { caller: Caller | undefined };

/** What is known of a call before its transaction is opened and its target is loaded. */
export type EarlyCall<Input = object> = Pick<PublicCall<Input>, 'input' | 'caller' | 'visitor'>;

/** What `prepare` gets: the same, with the target as it was read without a lock. */
export type Preparation<Input = object, Row = undefined, Parent = undefined> = Omit<
  Call<Input, Row, Parent>,
  'prepared'
>;

/** The types are `never` because what an action gets depends on what it declares. */
export interface ActionClass {
  /**
   * Slow work (a hash, Markdown) that must not run while the transaction holds rows and a connection. It runs once the
   * caller is known to be allowed, before the transaction, and must not write: `run` gets its result as `call.prepared`.
   * The target may change before `run` locks it, so a rule that depends on the target belongs in `run`.
   */
  prepare?(call: never): Promise<unknown>;
  run(call: never): Promise<object | Outside>;
}

interface Declared {
  name: string;
  declaration: ActionDeclaration;
}

const ACTION = 'apps:action';

/** One thing that an app does, as its contract names it. */
export const Action = (name: string, declaration: ActionDeclaration): ClassDecorator =>
  applyDecorators(Injectable(), SetMetadata(ACTION, { name, declaration } satisfies Declared));

export const declaredAction = (type: Type<ActionClass>) => Reflect.getMetadata(ACTION, type) as Declared | undefined;

export class NoInput {}
