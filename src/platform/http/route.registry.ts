import { Injectable, RequestMethod, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { LEVEL, type Level } from '../access/access.js';
import type { Request } from 'express';
import { StartRefusal } from '../config/start-refusal.js';

export interface Route {
  name: string;
  method: string;
  path: string;
  level: Level | undefined;
  controller: new (...args: never[]) => object;
  handler: (...args: never[]) => unknown;
  methodName: string;
}

/** All routes of the service, read from the controllers. The checks at the start and OpenAPI use them. */
@Injectable()
export class RouteRegistry implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** Access is closed by default: the start fails when a route declares no access level. */
  onModuleInit(): void {
    const open = this.all().filter(({ level }) => level === undefined);
    if (open.length) {
      throw new StartRefusal(`no access level is declared for ${open.map(({ name }) => name).join(', ')}`);
    }
  }

  all(): Route[] {
    return this.discovery.getControllers().flatMap(({ metatype, instance }) => {
      const controller = metatype as Route['controller'];
      const prototype = Object.getPrototypeOf(instance) as Record<string, Route['handler']>;
      return this.scanner.getAllMethodNames(prototype).flatMap((methodName) => {
        const handler = prototype[methodName] as Route['handler'];
        const path = Reflect.getMetadata('path', handler) as string | undefined;
        if (path === undefined) return [];
        const method = RequestMethod[Reflect.getMetadata('method', handler) as number] ?? 'GET';
        const base = Reflect.getMetadata('path', controller) as string;
        const level = this.reflector.getAllAndOverride<Level | undefined>(LEVEL, [handler, controller]);
        const name = `${controller.name}.${methodName}`;
        return [{ name, method, path: join(base, path), level, controller, handler, methodName }];
      });
    });
  }
}

const join = (...parts: string[]) => `/${parts.join('/').split('/').filter(Boolean).join('/')}`;

const names = new WeakMap<Request, string>();

/** Names the operation behind a route that serves many. Only existing names are used, never text of the caller. */
export const nameRoute = (request: Request, name: string) => void names.set(request, name);

/** The name of a request in the log and in the metrics. */
export const routeOf = (request: Request): string =>
  names.get(request) ?? (request.route as { path?: string } | undefined)?.path ?? 'unmatched';
