import { Injectable } from '@nestjs/common';
import { AppServices } from './app-services.js';
import type { CoreAppServices } from './exported-services.js';

/** The documents of users, for apps that declare `uses: ['documents']`. The start makes sure that the app is there. */
@Injectable()
export class AppDocumentsService {
  constructor(private readonly services: AppServices) {}

  get service(): CoreAppServices['documents'] {
    return this.services.core('documents');
  }
}
