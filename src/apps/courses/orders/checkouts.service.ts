import type { Caller } from '../../../platform/access/access.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AffiliateSalesService } from '../../kernel/selling/affiliate-sales.service.js';
import { AppCheckoutsService } from '../../kernel/selling/app-checkouts.service.js';
import { type Course, teacherOf } from '../catalogue/course.entity.js';
import { CourseHoldsService } from './course-holds.service.js';
import type { Price } from './offers.service.js';
import type { CourseOrder } from './order.entity.js';

export interface CheckoutChoices {
  referral?: string;
  success_url?: string;
  cancel_url?: string;
}

type Bought = Price & { holdsSeat: boolean };

/** Orders of courses, and the pages where they are paid. Callers have locked the course. */
@AppProvider()
export class CheckoutsService {
  constructor(
    private readonly holds: CourseHoldsService,
    private readonly checkouts: AppCheckoutsService,
    private readonly affiliates: AffiliateSalesService,
  ) {}

  async begin(course: Course, caller: Caller, bought: Bought, choices: CheckoutChoices, paymentId: string) {
    const order = await this.order(course, caller.id, bought, paymentId, choices.referral);
    return this.open(course, order, caller, choices);
  }

  /** An order that a coupon has made free, for the books. */
  async recordFree(course: Course, userId: string, bought: Bought): Promise<void> {
    const order = await this.order(course, userId, bought, null);
    await this.holds.settle(order, 'paid', { holds_seat: false });
  }

  open(course: Course, order: CourseOrder, buyer: Caller, { success_url, cancel_url }: CheckoutChoices) {
    return this.checkouts.open(this.holds, order, { buyer, description: course.title, success_url, cancel_url });
  }

  private async order(
    course: Course,
    buyer_id: string,
    { coupon, discount, total, holdsSeat }: Bought,
    payment_id: string | null,
    referral?: string,
  ): Promise<CourseOrder> {
    const { id, price_minor, currency } = course;
    const seller_id = teacherOf(course);
    return this.holds.begin({
      owner_id: buyer_id,
      seller_id,
      course_id: id,
      list_minor: price_minor,
      discount_minor: discount,
      total_minor: total,
      currency,
      coupon_id: coupon?.id ?? null,
      affiliate_id: await this.affiliates.resolve(referral, { seller_id, buyer_id, app_slug: 'courses', item_id: id }),
      holds_seat: holdsSeat,
      payment_id,
    });
  }
}
