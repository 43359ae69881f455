import { v7 as uuidv7 } from 'uuid';
import { CoursesService } from '../../../src/apps/courses/courses.service.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import type { Account } from '../../support/service.js';
import { PAGES, SellingApp } from '../selling-app.js';

/** A service in which people teach and learn. */
export class School extends SellingApp {
  protected readonly slug = 'courses';

  async module(teacher: Account, course_id: string, more: object = {}): Promise<any> {
    return (await this.ask(teacher, 'create-module', { course_id, title: 'Basics', ...more })).module;
  }

  async lesson(teacher: Account, module_id: string, more: object = {}): Promise<any> {
    const lesson = { title: 'Lines', kind: 'text', body: 'Draw one.', published: true };
    return (await this.ask(teacher, 'create-lesson', { module_id, ...lesson, ...more })).lesson;
  }

  /** Published, with a module of so many lessons, the first of which is called `Lesson 1`. */
  async course(teacher: Account, more: object = {}, lessons = 2): Promise<any> {
    const fields = { title: 'Drawing basics', description: 'With a pencil.' };
    const made = await this.ask(teacher, 'create-course', fields);
    const { id } = made.course;
    if (Object.keys(more).length) await this.ask(teacher, 'update-course', { course_id: id, ...more });
    const module = await this.module(teacher, id);
    const ids: string[] = [];
    for (let at = 1; at <= lessons; at++)
      ids.push((await this.lesson(teacher, module.id, { title: `Lesson ${at}` })).id);
    const { course } = await this.ask(teacher, 'publish-course', { course_id: id });
    return { ...course, module_id: module.id, lessons: ids };
  }

  async enroll(who: Account, { id }: { id: string }, more: object = {}): Promise<any> {
    return this.ask(who, 'enroll', { course_id: id, ...more });
  }

  complete(who: Account, lesson_id: string): Promise<any> {
    return this.ask(who, 'update-progress', { lesson_id, completed: true });
  }

  async buy(who: Account, course: { id: string }, more: object = {}): Promise<any> {
    const order = await this.enroll(who, course, { ...PAGES, ...more });
    await this.paid(order.payment_id);
    return order;
  }

  order(id: string): Promise<any> {
    return this.rows('SELECT * FROM ext_courses.orders WHERE id = $1', id).then(([row]) => row);
  }

  async jobs(): Promise<void> {
    await this.service.jobsDone();
  }

  /** What other apps ask of it, inside a transaction as they do. */
  within<T>(work: (courses: CoursesService) => Promise<T>): Promise<T> {
    const courses = this.service.app.get(CoursesService, { strict: false });
    return this.service.app.get(DatabaseService).transaction(() => work(courses));
  }

  /** A quiz or the like that there is: its id. */
  thing(slug: string, things: { id: string; owner_id: string }[]): void {
    const describe = (ids: string[]) => Promise.resolve(things.filter(({ id }) => ids.includes(id)));
    this.beside(slug, { describe });
  }

  readonly newId = uuidv7;

  /** Seats, coupons and stars are as many as the rows that they count. */
  async expectSound(): Promise<void> {
    const wrong = await this.rows(`
      SELECT c.id, c.seats_taken, c.rating_sum, c.rating_count FROM ext_courses.courses c WHERE
        c.seats_taken <> (SELECT count(*) FROM ext_courses.enrollments WHERE course_id = c.id AND status = 'active')
          + (SELECT count(*) FROM ext_courses.orders WHERE course_id = c.id AND status = 'pending' AND holds_seat)
        OR c.rating_count <> (SELECT count(*) FROM ext_courses.reviews WHERE course_id = c.id)
        OR c.rating_sum <> (SELECT coalesce(sum(rating), 0) FROM ext_courses.reviews WHERE course_id = c.id)`);
    expect(wrong).toEqual([]);
    const coupons = await this.rows(`
      SELECT p.id FROM ext_courses.coupons p WHERE p.used_count <> (
        SELECT count(*) FROM ext_courses.orders WHERE coupon_id = p.id AND status <> 'expired')`);
    expect(coupons).toEqual([]);
  }
}
