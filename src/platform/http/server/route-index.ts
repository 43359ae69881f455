import type { Express, NextFunction, Request, Response } from 'express';

/** What Express keeps for a route. Its types do not declare what `match` returns, nor `handleRequest`. */
interface RouteLayer {
  route?: { path: string; stack: (RouteLayer & { method: string })[] };
  match(path: string): { params: Record<string, string> } | false;
  handleRequest(request: Request, response: Response, next: NextFunction): void;
}

interface Entry {
  layer: RouteLayer;
  handler: RouteLayer;
  /** How many parts a path must have. Undefined for a route with a wildcard. */
  parts: number | undefined;
}

/**
 * Express compares a path with one route after the other, and the service has hundreds. This index compares it only with
 * the routes of its method that begin alike and are as long. What is not in the index passes to Express.
 */
export class RouteIndex {
  private readonly entries = new Map<string, Entry[]>();

  fill(web: Express): void {
    for (const layer of web.router.stack as unknown as RouteLayer[]) {
      const { path, stack: [handler, another] = [] } = layer.route ?? {};
      const head = path && headOf(path);
      if (!head || !handler || another) continue;
      const key = `${handler.method.toUpperCase()} ${head}`;
      const parts = /[*{]/.test(path) ? undefined : partsOf(path);
      this.entries.set(key, [...(this.entries.get(key) ?? []), { layer, handler, parts }]);
    }
  }

  /** A middleware, the last one before the routes. */
  readonly dispatch = (request: Request, response: Response, next: NextFunction): void => {
    const { method, path } = request;
    const key = `${method === 'HEAD' ? 'GET' : method} ${headOf(path)}`;
    const length = partsOf(path);
    for (const { layer, handler, parts } of this.entries.get(key) ?? []) {
      const match = (parts === undefined || parts === length) && layer.match(path);
      if (!match) continue;
      request.route = layer.route;
      request.params = match.params;
      return handler.handleRequest(request, response, next);
    }
    next();
  };
}

/** `/v1/wallet` of `/v1/wallet/transactions`. */
const headOf = (path: string) => /^\/v1\/[a-z-]+(?=\/|$)/.exec(path)?.[0];

function partsOf(path: string): number {
  let parts = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) parts++;
  return parts;
}
