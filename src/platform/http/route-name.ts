import type { Request } from 'express';

const names = new WeakMap<Request, string>();

/**
 * Names the operation behind a route that serves many. Only existing names are used, never text of the
 * caller.
 */
export const nameRoute = (request: Request, name: string) => void names.set(request, name);

/** The name of a request in the log and in the metrics. */
export const routeOf = (request: Request): string =>
  names.get(request) ?? (request.route as { path?: string } | undefined)?.path ?? 'unmatched';
