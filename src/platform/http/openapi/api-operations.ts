import type { Level } from '../../access/access.js';
import type { Described } from '../endpoint.js';

type Type = new (...args: never[]) => object;

/** An operation that has no route of its own, because one route serves many operations. */
export interface ApiOperation {
  /** The scope of its class names; other scopes may use the same names. */
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

export abstract class ApiOperations {
  abstract all(): ApiOperation[];
}
