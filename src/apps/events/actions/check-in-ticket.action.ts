import { IsBoolean, IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Instant, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { ScannedTicketView } from '../attendance/attendance.views.js';
import { CHECK_IN_RESULTS, type CheckIn } from '../attendance/check-in.entity.js';
import { CheckInsService } from '../attendance/check-ins.service.js';
import { EVENT, expectDoor, type TicketedEvent } from '../catalogue/event.entity.js';
import { TicketTypeRepository } from '../catalogue/ticket-type.repository.js';
import { typedCode } from '../orders/ticket-code.js';

const OLDEST_MS = 48 * 3_600_000;
/** Clocks of phones differ a little. */
const SKEW_MS = 5_000;

class Input {
  @Uuid() event_id!: string;
  @Optional() @Chars(1, 64) code?: string;
  @Optional() @Uuid() ticket_id?: string;
  @Optional() @IsBoolean() undo?: boolean;
  /** When it was scanned, if that was offline. */
  @Optional() @Instant() scanned_at?: string;
  @Optional() @Chars(1, 64) client_ref?: string;
}

class Result extends answerWith('ticket', () => ScannedTicketView) {
  @IsIn(CHECK_IN_RESULTS) result!: CheckIn['result'];
  @Nullable() @Time() checked_in_at!: Date | null;
}

@Action('check-in-ticket', {
  access: 'authenticated',
  // Doors do not wait for each other.
  target: { ...EVENT, lock: false },
  changes: true,
  description: 'Checks a ticket in at the door; the result says whether it lets its holder in.',
  input: Input,
  result: Result,
  refuses: { 400: ['Give code or ticket_id'], 404: ['Ticket not found'], 409: ['Event is cancelled'] },
})
export class CheckInTicket {
  constructor(
    private readonly checkIns: CheckInsService,
    private readonly types: TicketTypeRepository,
  ) {}

  async run({ input, caller, target: event }: Call<Input, TicketedEvent>) {
    const { code, ticket_id, undo = false, client_ref = null } = input;
    expectDoor(event, caller);
    if ((code === undefined) === (ticket_id === undefined)) throw new Refusal(400, 'Give code or ticket_id');
    const scanned_at = momentOf(input.scanned_at);
    if (event.status === 'cancelled') throw new Refusal(409, 'Event is cancelled');
    const scanned = await this.checkIns.scan({
      event_id: event.id,
      ticket_id,
      code: code && typedCode(code),
      undo,
      scanned_by: caller.id,
      scanned_at,
      client_ref,
    });
    const { result, checked_in_at, ticket } = scanned;
    const { name } = await this.types.the({ id: ticket.ticket_type_id }, 'Ticket type', { select: ['name'] });
    return { result, ticket: { ...present(ScannedTicketView, ticket), ticket_type: name }, checked_in_at };
  }
}

function momentOf(text: string | undefined): Date {
  const now = Date.now();
  const at = text === undefined ? now : Date.parse(text);
  if (at > now + SKEW_MS || at < now - OLDEST_MS)
    throw invalid({ field: 'scanned_at', message: 'scanned_at must lie in the last 48 hours' });
  return new Date(Math.min(at, now));
}
