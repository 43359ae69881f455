import type { ProcessorEvent } from '../processor/processor-event.js';

/**
 * unknown: it tells of nothing of ours; stale: something newer is known; waiting: the money has not come yet;
 * flagged: it does not fit what we know, and somebody has to look at it.
 */
export type Outcome = 'applied' | 'unknown' | 'stale' | 'waiting' | 'flagged';

/** What one kind of the processor's events does, inside the transaction that records them. */
export abstract class EventHandler {
  abstract readonly types: readonly string[];
  abstract apply(event: ProcessorEvent): Promise<Outcome>;
}
