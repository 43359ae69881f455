import { IsBoolean, IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import { containing, startingWith } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { AttendanceRepository } from '../attendance/attendance.repository.js';
import { AttendeeView, presentAttendee } from '../attendance/attendance.views.js';
import { EVENT, expectDoor, type TicketedEvent } from '../catalogue/event.entity.js';
import { TICKET_STATUSES } from '../orders/order.entity.js';
import { typedCode } from '../orders/ticket-code.js';

class Input extends Page {
  @Uuid() event_id!: string;
  /** A part of the name or the e-mail address, or the start of the code. */
  @Optional() @Chars(1, 100) q?: string;
  @Optional() @Uuid() ticket_type_id?: string;
  @Optional() @IsIn(TICKET_STATUSES) status?: string;
  @Optional() @IsBoolean() checked_in?: boolean;
  @Optional() @IsBoolean() refund_due?: boolean;
}

class Result extends pageOf('attendees', () => AttendeeView) {}

@Action('list-attendees', {
  access: 'authenticated',
  target: EVENT,
  description: 'One row for each ticket, for the owner of the event and its staff; codes are for the owner.',
  input: Input,
  result: Result,
})
export class ListAttendees {
  constructor(private readonly attendance: AttendanceRepository) {}

  async run({ input, caller, target: event }: Call<Input, TicketedEvent>) {
    const { q, ticket_type_id, status, checked_in, refund_due } = input;
    expectDoor(event, caller);
    const isOwner = event.owner_id === caller.id || seesAsAdmin(caller);
    const words = q === undefined ? undefined : containing(q);
    const search = isOwner
      ? { wordsOrCode: q === undefined ? undefined : [words, startingWith(typedCode(q))] }
      : { words };
    const filters = { ...search, ticket_type_id, status, checked_in, refund_due };
    const { rows, next_cursor } = await this.attendance.attendees(event.id, filters, pageQuery(input));
    return { attendees: rows.map((row) => presentAttendee(row, isOwner)), next_cursor };
  }
}
