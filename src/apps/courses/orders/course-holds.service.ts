import { DatabaseService } from '../../../platform/database/database.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { OrderHolds } from '../../kernel/selling/order-holds.js';
import type { Course } from '../catalogue/course.entity.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CouponRepository } from './coupon.repository.js';
import type { CourseOrder } from './order.entity.js';
import { type NewOrder, OrderRepository } from './order.repository.js';

/** The seats and the coupons that open checkouts hold. */
@AppProvider()
export class CourseHoldsService extends OrderHolds<CourseOrder, Course, NewOrder> {
  readonly slug = 'courses';

  constructor(
    readonly orders: OrderRepository,
    protected readonly coupons: CouponRepository,
    protected readonly database: DatabaseService,
    private readonly courses: CourseRepository,
  ) {
    super();
  }

  /** Takes a seat of a locked course. */
  async takeSeat(courseId: string): Promise<void> {
    if (!(await this.courses.takeSeat(courseId))) throw new Refusal(409, 'Course is full');
  }

  protected findThing(id: string): Promise<Course | undefined> {
    return this.courses.findOne({ id });
  }

  lockThing(id: string): Promise<Course | undefined> {
    return this.courses.lock(id);
  }

  /** The seat that the order asks for. */
  protected async setAside({ course_id, holds_seat }: NewOrder): Promise<Pick<CourseOrder, 'holds_seat'>> {
    if (holds_seat) await this.takeSeat(course_id);
    return { holds_seat };
  }

  async giveBack({ course_id, holds_seat }: CourseOrder): Promise<void> {
    if (course_id && holds_seat) await this.courses.moveSeats(new Map([[course_id, -1]]));
  }
}
