import type { Caller } from '../../../platform/access/access.js';
import type { ServedDomain } from '../../contracts/domains.js';
import type { Visitor } from '../calls/action.js';
import type { PublicAnswer } from './public-answers.js';

export interface PublicRequest {
  method: 'GET' | 'HEAD' | 'POST';
  /** The decoded path after `public/`; on a host of the app's own, after the first slash. */
  path: string;
  /** As it was sent, without the question mark. */
  query: string;
  body: Buffer;
  visitor: Visitor;
  caller: Caller | undefined;
  /** On a verified host of a user, what is published there. */
  domain?: ServedDomain;
}

/** Whether a program asks, and no browser. */
export const wantsJson = ({ visitor }: PublicRequest) =>
  /\bapplication\/json\b/.test(visitor.headers.accept?.toString() ?? '');

/** Undefined: there is nothing at this address, which is 404. */
export type Handler = (
  request: PublicRequest,
  parameters: Record<string, string>,
) => Promise<PublicAnswer | undefined> | PublicAnswer | undefined;

interface Route {
  method: 'GET' | 'POST';
  expression: RegExp;
  handler: Handler;
}

/**
 * What of an app has an address that a browser can open. Neither signing in nor an installation is needed. An app
 * declares its routes: `'share/:token.json': (request, { token }) => …`; the first one that matches answers. A name
 * stands for a part of the path without slashes, `*name` for all that follows. `'POST hooks/:token'` takes POST; other
 * routes answer GET and HEAD.
 */
export abstract class PublicSurface {
  protected abstract readonly routes: Record<string, Handler>;
  /** Paths of routes that answer whatever their query holds, also text that is not valid UTF-8. */
  readonly anyQuery: readonly string[] = [];
  private compiled?: Route[];

  async answer(request: PublicRequest): Promise<PublicAnswer | undefined> {
    const method = request.method === 'POST' ? 'POST' : 'GET';
    this.compiled ??= Object.entries(this.routes).map(([pattern, handler]) => compile(pattern, handler));
    for (const route of this.compiled) {
      const match = route.method === method ? route.expression.exec(request.path) : null;
      if (match) return route.handler(request, match.groups ?? {});
    }
    return undefined;
  }
}

function compile(pattern: string, handler: Handler): Route {
  const [path = '', method = 'GET'] = pattern.split(' ').reverse();
  return { method: method as Route['method'], expression: pathExpression(path), handler };
}

/** What matches the path of a route. */
export function pathExpression(path: string): RegExp {
  const expression = path
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*(\w+)/g, '(?<$1>.*)')
    .replace(/:(\w+)/g, '(?<$1>[^/]+?)');
  // trusted: apps declare their routes, and each part is linear.
  return new RegExp(`^${expression}$`, 's');
}
