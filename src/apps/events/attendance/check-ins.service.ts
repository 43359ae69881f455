import { AppProvider } from '../../kernel/app-provider.js';
import type { Ticket } from '../orders/order.entity.js';
import { TicketRepository } from '../orders/order.repository.js';
import type { CheckIn } from './check-in.entity.js';
import { CheckInRepository } from './check-in.repository.js';

export interface Scan {
  event_id: string;
  ticket_id?: string;
  code?: string;
  undo: boolean;
  scanned_by: string;
  scanned_at: Date;
  client_ref: string | null;
}

export type Scanned = Pick<CheckIn, 'result' | 'checked_in_at'> & { ticket: Ticket };

/** Scans at the door. Two of one ticket wait for each other; others do not. */
@AppProvider()
export class CheckInsService {
  constructor(
    private readonly tickets: TicketRepository,
    private readonly checkIns: CheckInRepository,
  ) {}

  async scan(scan: Scan): Promise<Scanned> {
    const first = await this.first(scan);
    if (first) return first;
    const { event_id, ticket_id, code, client_ref, scanned_at, scanned_by } = scan;
    const wanted = ticket_id === undefined ? { code, event_id } : { id: ticket_id, event_id };
    const ticket = await this.tickets.the(wanted, 'Ticket', { lock: 'no key update' });
    const result = resultOf(ticket, scan.undo);
    const checked_in_at = checkedInAt(result, ticket, scanned_at);
    const values = { event_id, ticket_id: ticket.id, result, scanned_by, scanned_at, checked_in_at, client_ref };
    // The same scan, sent twice at once, was answered while this one waited.
    if (!(await this.checkIns.insertIfAbsent(values))) return (await this.first(scan)) as Scanned;
    return { result, checked_in_at, ticket: await this.store(ticket, scan, result) };
  }

  /** What the same scan was answered before: a queue that was offline may send it again. */
  private async first({ event_id, client_ref }: Scan): Promise<Scanned | undefined> {
    if (client_ref === null) return undefined;
    const known = await this.checkIns.findOne({ event_id, client_ref });
    if (!known) return undefined;
    const { result, checked_in_at, ticket_id } = known;
    return { result, checked_in_at, ticket: await this.tickets.the({ id: ticket_id }, 'Ticket') };
  }

  private store(ticket: Ticket, { scanned_at, scanned_by }: Scan, result: CheckIn['result']): Promise<Ticket> {
    if (result === 'accepted')
      return this.tickets.change(ticket.id, { checked_in_at: scanned_at, checked_in_by: scanned_by });
    if (result === 'undone') return this.tickets.change(ticket.id, { checked_in_at: null, checked_in_by: null });
    return Promise.resolve(ticket);
  }
}

function resultOf({ status, checked_in_at }: Ticket, undo: boolean): CheckIn['result'] {
  if (status !== 'valid') return 'not_valid';
  if (undo) return 'undone';
  return checked_in_at ? 'already_checked_in' : 'accepted';
}

function checkedInAt(result: CheckIn['result'], { checked_in_at }: Ticket, scannedAt: Date): Date | null {
  if (result === 'accepted') return scannedAt;
  return result === 'undone' ? null : checked_in_at;
}
