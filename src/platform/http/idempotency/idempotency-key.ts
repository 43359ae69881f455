import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Caller } from '../../access/access.js';
import type { WithRawBody } from '../input/body.guard.js';
import { invalid } from '../refusal.js';

/**
 * local: the operation changes only the database; outside: it also calls another service, which no transaction covers.
 */
export type OperationKind = 'local' | 'outside';

export const OPERATION_KIND = 'idempotency:kind';

export const operationIds = new WeakMap<Request, string>();

/** An `Idempotency-Key` in its context: one caller, one route, one body. */
export interface IdempotencyKey {
  name: string;
  hash: Buffer;
  bodyHash: Buffer;
  /** The account, or the address of an anonymous caller. The stored answers of one owner are limited together. */
  owner: string;
}

/** The value of the header; undefined when the caller sent none. */
export function idempotencyHeaderOf({ headers }: Request): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(String(given))) {
    throw invalid({ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
  }
  return String(given);
}

export function idempotencyKeyOf(request: Request & WithRawBody): IdempotencyKey | undefined {
  const given = idempotencyHeaderOf(request);
  if (given === undefined) return undefined;
  const owner = (request.user as Caller | undefined)?.id ?? `address:${request.ip}`;
  // The pattern of the route and its parameters are used, because one address can be spelled in several ways.
  const route = `${request.method} ${(request.route as { path: string }).path} ${JSON.stringify(request.params)}`;
  const name = `${owner}\n${route}\n${given}`;
  return { name, hash: sha256(name), bodyHash: sha256(request.rawBody ?? ''), owner };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
