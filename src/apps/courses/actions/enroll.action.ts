import { MaxLength } from 'class-validator';
import { Chars, Nested, Optional, Uuid, WebAddress } from '../../../platform/http/fields.js';
import { CheckoutFields } from '../../kernel/selling/views.js';
import { Action, type Call, type EarlyCall } from '../../kernel/calls/action.js';
import { EnrollmentView } from '../enrollments/enrollment.views.js';
import { TOO_MANY_UNPAID } from '../../kernel/selling/unpaid-holds.sql.js';
import { type Course, COURSE } from '../catalogue/course.entity.js';
import { EnrollingService } from '../orders/enrolling.service.js';
import { OffersService } from '../orders/offers.service.js';

class Input {
  @Uuid() course_id!: string;
  @Optional() @Chars(1, 100) coupon_code?: string;
  @Optional() @Chars(1, 64) referral?: string;
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}

/** The enrollment where nothing is to be paid, else where to pay it and until when. */
class Result extends CheckoutFields {
  @Optional() @Nested(() => EnrollmentView) enrollment?: EnrollmentView;
}

@Action('enroll', {
  access: 'authenticated',
  target: COURSE,
  changes: true,
  outside: true,
  description: 'Enrolls at once where nothing is to be paid; else keeps a seat for half an hour and opens a checkout.',
  input: Input,
  result: Result,
  refuses: {
    400: ['success_url and cancel_url are required', 'Seller does not have a connected processor account'],
    409: [
      'You teach this course',
      'The teacher has closed this course to you',
      'Already enrolled',
      'Enrollment opens on {date}',
      'Enrollment is closed',
      'Complete {title} first',
      'Coupon is not valid',
      TOO_MANY_UNPAID,
      'Course is full',
    ],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class Enroll {
  constructor(
    private readonly enrolling: EnrollingService,
    private readonly offers: OffersService,
  ) {}

  prepare(call: EarlyCall<Input>): Promise<void> {
    return this.offers.guardCode(call);
  }

  run({ input, target: course, caller, operationId }: Call<Input, Course>) {
    return this.enrolling.run(course, caller, input, operationId);
  }
}
