import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { CourseRepository } from './catalogue/course.repository.js';
import { Offers } from './sales/offers.js';
import { OrderRepository } from './sales/order.repository.js';

/** His rows go by themselves; the seats, coupons and stars that courses have counted of them are taken off before. */
@Injectable()
export class ForgetStudent extends Farewell {
  constructor(
    private readonly courses: CourseRepository,
    private readonly orders: OrderRepository,
    private readonly offers: Offers,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const courses = await this.courses.lockOfStudent(userId);
    if (!courses.length) return;
    for (const { id, course_id } of await this.orders.lockPendingOf(userId))
      if (course_id) await this.offers.expire(course_id, [id]);
    await this.courses.forgetStudent(userId, courses);
  }
}
