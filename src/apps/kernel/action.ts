import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import type { Outside } from './outside.js';
import type { RegisteredApp } from './registry.js';

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
  /** What has to hold of the row `t` for the caller `$2`, or it is not there for him: only then is he told that it is another's. */
  seenIf?: string;
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
  /** The field of the input that says why: it is kept with the event. */
  why?: string;
  /** A change that may return `Outside`: it asks somebody when its transaction is over. */
  outside?: boolean;
  /** What it refuses beyond the checks that all have: for the reference. */
  refuses?: Partial<Record<400 | 403 | 404 | 409 | 429 | 502 | 503, string[]>>;
}

/** Who calls from where, for public actions that count or limit. */
export interface Visitor {
  address: string;
  userAgent: string;
  headers: Record<string, string | string[] | undefined>;
  /** The request came through a proxy of ours: what that says of him in headers is believed. */
  viaOurProxy: boolean;
}

/** What an action gets. `Parent` is the row that the target is owned by, where there is one. */
export interface Call<Input = object, Row = undefined, Parent = undefined> {
  input: Input;
  caller: Caller;
  target: Row;
  parent: Parent;
  app: RegisteredApp;
  visitor: Visitor;
  /** What is made by this call may have this id: the same again when the same `Idempotency-Key` comes again. */
  operationId: string;
}

/** A public action is called by anybody: somebody signed in is known, and nobody has to be. */
export type PublicCall<Input = object, Row = undefined, Parent = undefined> = Omit<
  Call<Input, Row, Parent>,
  'caller'
> & { caller: Caller | undefined };

export interface ActionClass {
  // What each action gets differs by what it declares.
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

export const declaredAction = (type: Type<ActionClass>) =>
  Reflect.getMetadata(ACTION, type) as Declared | undefined;

export class NoInput {}
