import { Inject, Injectable } from '@nestjs/common';
import { NotifyingAppsList } from '../../notifications/notification-type.js';
import { APP_REGISTRY, type AppRegistry } from './registry.js';

/** The apps whose notifications people can switch off: those that say that they send any. */
@Injectable()
export class NotifyingApps extends NotifyingAppsList {
  constructor(@Inject(APP_REGISTRY) private readonly registry: AppRegistry) {
    super();
  }

  slugs(): string[] {
    return this.registry
      .all()
      .filter(({ uses }) => uses.includes('notifications'))
      .map(({ slug }) => slug);
  }
}
