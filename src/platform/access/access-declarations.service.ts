import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RouteRegistry } from '../http/route.registry.js';
import { StartRefusal } from '../config/start-refusal.js';

/** Access is closed by default: the start fails when a route declares no access level. */
@Injectable()
export class AccessDeclarationsService implements OnModuleInit {
  constructor(private readonly routes: RouteRegistry) {}

  onModuleInit(): void {
    const open = this.routes.all().filter(({ level }) => level === undefined);
    if (open.length) {
      throw new StartRefusal(`no access level is declared for ${open.map(({ name }) => name).join(', ')}`);
    }
  }
}
