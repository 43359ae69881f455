import { IsObject, IsString } from 'class-validator';
import { Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { PersonView } from '../../kernel/rows/person.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Booking } from '../entities/booking.entity.js';
import { BookedSessionView } from '../sessions/session.views.js';

const HIDDEN = ['calendar_token', 'request_key', 'checkout_url', 'refund_started_at'] as const;

export class BookingView extends viewOf(Booking, { without: HIDDEN }) {
  @IsObject() declare answers: Record<string, string>;
}

export const presentBooking = (booking: Booking): BookingView => present(BookingView, booking);

export class ListedBookingView extends BookingView {
  @Nested(() => BookedSessionView) session!: BookedSessionView;
  /** Of the host's list. */
  @Optional() @Nullable() @Nested(() => PersonView) participant?: PersonView | null;
  /** The page where it is paid, for its participant while it is held. */
  @Optional() @Nullable() @IsString() checkout_url?: string | null;
  /** The calendar file, for its participant. */
  @Optional() @IsString() ics_url?: string;
  /** For its participant, while it may be seen. */
  @Optional() @Nullable() @IsString() recording_url?: string | null;
}

/** Confirmed at once, or where it is to be paid. */
export class BookedFields {
  @Nested(() => BookingView) booking!: BookingView;
  @Optional() @Nested(() => BookedSessionView) session?: BookedSessionView;
  @Optional() @IsString() checkout_url?: string;
  @Optional() @Uuid() payment_id?: string;
}
