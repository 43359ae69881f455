import type { Request } from 'express';

const names = new WeakMap<Request, string>();

/** Where one route leads to many things: which of them it is. Of those that there are, and never as it was asked for. */
export const nameRoute = (request: Request, name: string) => void names.set(request, name);

/** What a request is called in the log and in the metrics. */
export const routeOf = (request: Request): string =>
  names.get(request) ?? (request.route as { path?: string } | undefined)?.path ?? 'unmatched';
