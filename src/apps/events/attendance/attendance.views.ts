import { IsIn, IsNumber, IsObject, IsString } from 'class-validator';
import { Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { TicketedEvent } from '../catalogue/event.entity.js';
import { ORDER_STATUSES, Ticket } from '../orders/order.entity.js';
import { TicketView } from '../orders/ticket.views.js';
import type { AttendeeRow } from './attendance.repository.js';

export class EventSummary extends viewOf(TicketedEvent, {
  only: [
    'id',
    'title',
    'slug',
    'status',
    'format',
    'venue_name',
    'address',
    'timezone',
    'cover_url',
    'starts_at',
    'ends_at',
  ],
}) {}

/** A ticket for its holder. */
export class MyTicketView extends TicketView {
  @IsString() ticket_type!: string;
  @Nested(() => EventSummary) event!: EventSummary;
  /** While the ticket is valid. */
  @Nullable() @IsString() online_url!: string | null;
}

class OrderOfAttendee {
  @Uuid() id!: string;
  @IsIn(ORDER_STATUSES) status!: (typeof ORDER_STATUSES)[number];
  @IsNumber() total!: number;
  @IsNumber() refund_due!: number;
  @IsString() currency!: string;
}

export class AttendeeView extends viewOf(Ticket, {
  only: [
    'id',
    'owner_id',
    'ticket_type_id',
    'attendee_name',
    'attendee_email',
    'status',
    'checked_in_at',
    'created_at',
  ],
}) {
  @IsObject() answers!: object;
  @IsString() ticket_type!: string;
  /** For the owner of the event. */
  @Optional() @IsString() code?: string;
  @Nested(() => OrderOfAttendee) order!: OrderOfAttendee;
}

export function presentAttendee(row: AttendeeRow, withCode: boolean) {
  const { answers, ticket_type, code, order_id, order_status, total_minor, refund_due_minor, currency } = row;
  const [total, refund_due] = [money(total_minor, currency), money(refund_due_minor, currency)];
  return {
    ...present(AttendeeView, row),
    answers,
    ticket_type,
    ...(withCode && { code }),
    order: { id: order_id, status: order_status, total, refund_due, currency },
  };
}

/** What a scanner shows. */
export class ScannedTicketView extends viewOf(Ticket, {
  only: ['id', 'ticket_type_id', 'attendee_name', 'status', 'checked_in_at'],
}) {
  @IsString() ticket_type!: string;
}
