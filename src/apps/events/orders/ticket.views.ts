import { IsObject, IsString } from 'class-validator';
import { Runtime } from '../../../platform/config/runtime.js';
import { Nullable, Optional } from '../../../platform/http/fields.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { EventOrder, Ticket } from './order.entity.js';

export class OrderView extends viewOf(EventOrder, {
  without: ['request_key', 'checkout_url', 'refund_started_minor', 'updated_at'],
}) {}

export const presentOrder = (order: EventOrder) => present(OrderView, order);

/** The code and the addresses made of it are for the holder of a valid ticket. */
export class TicketView extends viewOf(Ticket, { without: ['code', 'checked_in_by', 'updated_at'] }) {
  @IsObject() declare answers: object;
  @IsString() currency!: string;
  @Optional() @IsString() code?: string;
  @Optional() @Nullable() @IsString() qr_url?: string | null;
  @Optional() @Nullable() @IsString() ics_url?: string | null;
}

/** For others than its holder. */
export const presentTicket = (ticket: Ticket, currency: string) => ({
  ...present(TicketView, { ...ticket, currency }),
  currency,
});

@AppProvider()
export class TicketPresenter {
  constructor(private readonly runtime: Runtime) {}

  /** For its holder, with the code. */
  own(ticket: Ticket, currency: string) {
    const { code, status } = ticket;
    const address = `${this.runtime.publicUrl}/v1/apps/events/public/tickets/${code}`;
    const [qr_url, ics_url] = status === 'valid' ? [`${address}/qr.svg`, `${address}/ticket.ics`] : [null, null];
    return { ...presentTicket(ticket, currency), code, qr_url, ics_url };
  }
}
