import { Inject, Injectable } from '@nestjs/common';
import type { CoreAppServices, ExportedServices, OptionalServices } from './exported-services.js';
import { APP_REGISTRY, type AppRegistry } from '../kernel/registry.js';

/** What other apps export, looked up when it is needed: two apps may use each other, and one of them may be missing. */
@Injectable()
export class AppServices {
  constructor(@Inject(APP_REGISTRY) private readonly registry: AppRegistry) {}

  /** Undefined where there is no such app. The type is certain, because `@App` takes no other service for the slug. */
  of<Slug extends keyof OptionalServices>(slug: Slug): OptionalServices[Slug] | undefined {
    return this.find(slug);
  }

  /** For `AppDocumentsService` and `AppInvoicingService`: who has one of them declares it, and then the app is there. */
  core<Slug extends keyof CoreAppServices>(slug: Slug): CoreAppServices[Slug] {
    return this.find(slug) as CoreAppServices[Slug];
  }

  private find<Slug extends keyof ExportedServices>(slug: Slug): ExportedServices[Slug] | undefined {
    return this.registry.find(slug)?.service as ExportedServices[Slug] | undefined;
  }
}
