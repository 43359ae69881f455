import { Injectable } from '@nestjs/common';
import { AppServices } from './app-services.js';
import type { CoreAppServices } from './exported-services.js';

/** The invoices of users, for apps that declare `uses: ['invoicing']`. The start makes sure that the app is there. */
@Injectable()
export class AppInvoicingService {
  constructor(private readonly services: AppServices) {}

  get service(): CoreAppServices['invoicing'] {
    return this.services.core('invoicing');
  }
}
