import { Inject, Injectable } from '@nestjs/common';
import { APP_REGISTRY, type AppRegistry } from './registry.js';

/** What other apps export, asked for when it is needed: so two apps may use each other, and one may be missing. */
@Injectable()
export class AppServices {
  constructor(@Inject(APP_REGISTRY) private readonly registry: AppRegistry) {}

  /** As one of the interfaces of `kernel/exported` says; undefined where there is no such app. */
  of<Service extends object>(slug: string): Service | undefined {
    return this.registry.find(slug)?.service as Service | undefined;
  }
}
