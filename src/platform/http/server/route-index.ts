import { type Express, Router } from 'express';

type Layer = Router['stack'][number];

// `wallet` of `/v1/wallet/transactions`.
const areaOf = (path: string) => /^\/v1\/([a-z-]+)(?=\/|$)/.exec(path)?.[1];

/**
 * Express compares a path with one route after the other, and the service has hundreds. Here a request is compared with
 * the routes of its area only. Routes of no area keep their place.
 */
export function indexRoutes(web: Express): void {
  const { stack } = web.router;
  const areas = new Map<string, Router>();
  const others: Layer[] = [];
  for (const layer of stack) {
    const area = layer.route && areaOf(layer.route.path);
    const router = area && (areas.get(area) ?? Router({ caseSensitive: true }));
    (router ? router.stack : others).push(layer);
    if (router) areas.set(area, router);
  }
  const place = stack.findIndex(({ route }) => route);
  web.use((request, response, next) => {
    const router = areas.get(areaOf(request.path) ?? '');
    return router ? router(request, response, next) : next();
  });
  stack.splice(0, stack.length, ...others.slice(0, place), stack.at(-1) as Layer, ...others.slice(place));
}
