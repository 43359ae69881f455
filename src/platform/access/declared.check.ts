import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Routes } from '../http/routes.js';
import { StartRefusal } from '../config/start-refusal.js';

/** Closed by default: a route that does not say who may call it is a mistake, found before it is served. */
@Injectable()
export class DeclaredCheck implements OnModuleInit {
  constructor(private readonly routes: Routes) {}

  onModuleInit(): void {
    const open = this.routes.all().filter(({ level }) => level === undefined);
    if (open.length) {
      throw new StartRefusal(`no access level is declared for ${open.map(({ name }) => name).join(', ')}`);
    }
  }
}
