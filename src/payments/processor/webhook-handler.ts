import type { ProcessorEvent } from './processor-event.js';

/**
 * applied: the event changed something; unknown: it concerns nothing that this service knows; stale: newer information
 * is stored already; waiting: the money has not arrived yet; flagged: it contradicts the stored payment, so an operator
 * has to decide.
 */
export type WebhookOutcome = 'applied' | 'unknown' | 'stale' | 'waiting' | 'flagged';

/** Extension point: handles some types of the processor's events, inside the transaction of the webhook inbox. */
export abstract class WebhookHandler {
  abstract readonly types: readonly string[];
  abstract handle(event: ProcessorEvent): Promise<WebhookOutcome>;
}
