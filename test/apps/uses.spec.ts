import { Injectable } from '@nestjs/common';
import { AppDocumentsService } from '../../src/apps/contracts/app-documents.service.js';
import { AppInvoicingService } from '../../src/apps/contracts/app-invoicing.service.js';
import { AppPaymentsService } from '../../src/apps/kernel/selling/app-payments.service.js';
import { AppServices } from '../../src/apps/contracts/app-services.js';
import { App, type AppDeclaration, declaredApp } from '../../src/apps/kernel/app.js';
import type { CoursesService } from '../../src/apps/contracts/courses.js';
import type { ProductsService } from '../../src/apps/contracts/products.js';
import { AppRegistry } from '../../src/apps/kernel/registry.js';
import { app, Figures, start } from './shelf.js';

describe('what an app uses', () => {
  it('stops the start for an app that takes money and does not declare it', async () => {
    @Injectable()
    class Till {
      constructor(readonly payments: AppPaymentsService) {}
    }
    const payments = {
      provide: AppPaymentsService,
      useValue: Object.create(AppPaymentsService.prototype) as AppPaymentsService,
    };
    await expect(start(app({ providers: [Till, payments] }))).rejects.toThrow(
      'Till takes money, and it does not use payments',
    );
  });

  it('stops the start for an app that uses documents or invoices and does not declare it', async () => {
    @Injectable()
    class Archive {
      constructor(readonly documents: AppDocumentsService) {}
    }
    @Injectable()
    class Clerk {
      constructor(readonly invoicing: AppInvoicingService) {}
    }
    const cores = [AppDocumentsService, AppInvoicingService].map((provide) => ({ provide, useValue: {} }));
    await expect(start(app({ providers: [Archive, ...cores] }))).rejects.toThrow(
      'Archive keeps documents, and it does not use documents',
    );
    await expect(start(app({ providers: [Clerk, ...cores] }))).rejects.toThrow(
      'Clerk writes invoices, and it does not use invoicing',
    );
  });

  it('stops the start for an app that uses documents or invoicing where that app is missing', async () => {
    for (const core of ['documents', 'invoicing'] as const)
      await expect(start(app({ uses: [core] }))).rejects.toThrow(
        `it uses ${core}, and there is no app ${core} with a service`,
      );
  });

  it('gives the service of an app with its own type, and none under a slug that there is not', () => {
    const services = new AppServices(new AppRegistry());
    const courses: CoursesService | undefined = services.of('courses');
    // @ts-expect-error: the service of the app courses is no ProductsService
    const products: ProductsService | undefined = services.of('courses');
    // @ts-expect-error: no app has this slug
    const none = services.of('course');
    // @ts-expect-error: an app that uses documents has AppDocumentsService
    const documents = services.of('documents');
    expect([courses, products, none, documents]).toEqual(Array(4).fill(undefined));
  });

  it('takes no other service for a slug than the one that others know', () => {
    const { entities, migrations, actions, settings, stats, providers } = declaredApp(app()) as AppDeclaration;
    const words = {
      name: 'Courses',
      description: 'Wrong.',
      icon: 'book',
      category: 'examples',
      version: '1',
    };
    const rest = { ...words, uses: [], entities, migrations, actions, settings, stats, providers };
    // @ts-expect-error: Figures does nothing of what CoursesService says
    expect(App({ ...rest, slug: 'courses', service: Figures })).toBeInstanceOf(Function);
    expect(App({ ...rest, slug: 'another', service: Figures })).toBeInstanceOf(Function);
  });
});
