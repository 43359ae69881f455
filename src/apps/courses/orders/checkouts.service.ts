import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { AppPayments } from '../../kernel/selling/app-payments.js';
import { AppServices } from '../../contracts/app-services.js';
import { Outside } from '../../kernel/calls/outside.js';
import { checkoutOf } from '../../kernel/selling/views.js';
import type { CourseOrder } from './order.entity.js';
import { type Course, teacherOf } from '../catalogue/course.entity.js';
import { OffersService, type Price } from './offers.service.js';
import { OrderRepository } from './order.repository.js';

/** The page stays open a little longer than the seat is kept; what is paid late is honoured. */
const PAGE_MS = 35 * 60 * 1000;

export interface CheckoutWishes {
  referral?: string;
  success_url?: string;
  cancel_url?: string;
}

type Bought = Price & { holdsSeat: boolean };

/** Orders, and the pages where they are paid. The course is locked. */
@AppProvider()
export class CheckoutsService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly offers: OffersService,
    private readonly payments: AppPayments,
    private readonly services: AppServices,
    private readonly courses: CourseRepository,
  ) {}

  /** The buyer's open checkout; an expired one is ended here. */
  async pending(course: Course, userId: string): Promise<CourseOrder | undefined> {
    const order = await this.orders.pending(course.id, userId);
    if (!order?.is_over) return order;
    await this.offers.expire(course.id, [order.id]);
    return undefined;
  }

  async begin(course: Course, caller: Caller, bought: Bought, wishes: CheckoutWishes, paymentId: string) {
    const order = await this.record(course, caller.id, bought, paymentId, wishes.referral);
    return this.resume(course, order, caller, wishes);
  }

  /** For the books: a coupon has made it free. */
  async recordFree(course: Course, userId: string, bought: Bought): Promise<void> {
    await this.record(course, userId, { ...bought, holdsSeat: false }, null);
  }

  /** As it is where it has a page already; otherwise the page is asked for, under the same id as before. */
  async resume(course: Course, order: CourseOrder, caller: Caller, { success_url, cancel_url }: CheckoutWishes) {
    if (order.checkout_url) return checkoutOf(order, order.checkout_url);
    const { id: courseId } = course;
    const sale = await this.payments.begin({
      id: order.payment_id as string,
      seller_id: teacherOf(course),
      buyer: { id: caller.id, email: caller.email },
      amount: BigInt(order.total_minor),
      currency: order.currency,
      description: course.title,
      app_slug: 'courses',
      reference_type: 'order',
      reference_id: order.id,
      success_url,
      cancel_url,
      expires_at: new Date(order.created_at.getTime() + PAGE_MS),
    });
    return Outside.first({
      ask: () => this.payments.open(sale),
      done: async (url) => {
        await this.orders.opened(order.id, url);
        return checkoutOf(order, url);
      },
      undo: async () => {
        await this.courses.lock(courseId);
        const now = await this.orders.lock(order.id);
        if (!now.checkout_url) await this.offers.expire(courseId, [order.id]);
      },
    });
  }

  private async record(
    course: Course,
    buyer_id: string,
    { coupon, discount, total, holdsSeat }: Bought,
    payment_id: string | null,
    referral?: string,
  ): Promise<CourseOrder> {
    const { id, price_minor, currency } = course;
    const seller_id = teacherOf(course);
    const affiliates = referral ? this.services.of('affiliates') : undefined;
    const referred = { referral: referral ?? '', seller_id, buyer_id, app_slug: 'courses', item_id: id };
    return this.orders.begin({
      owner_id: buyer_id,
      seller_id,
      course_id: id,
      list_minor: price_minor,
      discount_minor: discount,
      total_minor: total,
      currency,
      coupon_id: coupon?.id ?? null,
      affiliate_id: (await affiliates?.resolve(referred)) ?? null,
      holds_seat: holdsSeat,
      payment_id,
    });
  }
}
