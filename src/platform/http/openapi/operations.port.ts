import type { Level } from '../../access/access.js';
import type { Described } from '../endpoint.js';

type Type = new (...args: never[]) => object;

/** An operation that is no route of its own: one route serves many of them. */
export interface OperationElsewhere {
  /** Whose classes it is described by; they may be called as others are in another scope. */
  scope: string;
  path: string;
  method: string;
  operationId: string;
  summary: string;
  level: Level;
  input: Type;
  result: Type;
  isIdempotent: boolean;
  refusals: Described[];
}

export abstract class OperationsElsewhere {
  abstract all(): OperationElsewhere[];
}
