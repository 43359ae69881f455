import type { Caller } from '../../../platform/access/caller.js';
import type { Visitor } from '../calls/action.js';

export interface PublicRequest {
  method: 'GET' | 'HEAD' | 'POST';
  /** What follows `public/`, decoded. */
  path: string;
  /** As it was sent, without the question mark. */
  query: string;
  body: Buffer;
  visitor: Visitor;
  caller: Caller | undefined;
}

export interface PublicAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** What of an app has an address that a browser can open. Neither signing in nor an installation is needed. */
export abstract class PublicSurface {
  /** POST is answered too; otherwise GET and HEAD alone. */
  readonly takesPosts: boolean = false;
  /** Undefined: there is nothing. HEAD is asked for like GET, and its body is left out. */
  abstract answer(request: PublicRequest): Promise<PublicAnswer | undefined>;
}
