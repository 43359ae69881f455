import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Runtime } from '../../platform/config/runtime.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { toRefusal } from '../../platform/http/error.filter.js';
import { refusal } from '../../platform/http/refusal.js';
import { isSigned, type ProcessorEvent, readEvent, signatureOf, WebhookHandler } from '../processor/processor-event.js';
import { notConfigured } from '../processor/processor.client.js';
import { WebhookEventRepository } from './webhook-event.repository.js';

export const unsigned = refusal(400, 'Webhook signature verification failed');

@Injectable()
export class WebhookInboxService {
  private readonly handlers: ByKey<WebhookHandler>;

  constructor(
    private readonly inbox: WebhookEventRepository,
    private readonly database: DatabaseService,
    private readonly runtime: Runtime,
    extensions: ExtensionsService,
  ) {
    this.handlers = extensions.byKey(WebhookHandler, ({ types }) => types);
  }

  async receive(bytes: Buffer, headers: IncomingHttpHeaders): Promise<void> {
    const secret = this.runtime.processor.webhookSecret;
    if (!secret) throw notConfigured();
    if (!isSigned(bytes, signatureOf(headers), secret)) throw unsigned();
    const event = readEvent(bytes);
    try {
      await this.handleOnce(event);
    } catch (error) {
      // The processor delivers an event again only after a 5xx, so a refusal of a handler must not become a 4xx.
      throw toRefusal(error).status < 500 ? new Error('An event was refused', { cause: error }) : error;
    }
  }

  /** One transaction holds the claim and everything that the handler does: after a failure the event can come again. */
  private handleOnce(event: ProcessorEvent): Promise<void> {
    const handler = this.handlers.get(event.type);
    return this.database.transaction(async () => {
      if (!(await this.inbox.claim(event))) return;
      const outcome = handler ? await handler.handle(event) : 'ignored';
      if (outcome !== 'applied') await this.inbox.update({ id: event.id }, { outcome });
    });
  }
}
