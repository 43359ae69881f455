import type { Test } from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { CoursesService } from '../../../src/apps/courses/courses.service.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import { Shop } from '../../payments/shop.js';
import { charge, completed, event, Webhook } from '../../payments/webhook.js';
import { type Account, eventually, type TestService } from '../../support/service.js';

export const PAGES = { success_url: 'http://shop.example/thanks', cancel_url: 'http://shop.example/back' };

/** A service in which people teach and learn. */
export class School {
  readonly service: TestService;
  readonly webhook: Webhook;

  private constructor(readonly shop: Shop) {
    this.service = shop.service;
    this.webhook = new Webhook(shop.service);
  }

  static async start(): Promise<School> {
    return new School(await Shop.start());
  }

  stop(): Promise<void> {
    return this.shop.stop();
  }

  /** Somebody who has the app. */
  async person(): Promise<Account> {
    const account = await this.service.account();
    await account.client.post('/v1/apps/install', { slug: 'courses' }).expect(200);
    return account;
  }

  people(count: number): Promise<Account[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()));
  }

  /** Somebody who may be paid. */
  async seller(): Promise<Account> {
    const account = await this.person();
    await this.shop.onboard(account);
    return account;
  }

  call({ client }: Pick<Account, 'client'>, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/courses/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Pick<Account, 'client'>, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  refused(who: Pick<Account, 'client'>, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  nobody(): Pick<Account, 'client'> {
    return { client: this.service.client() };
  }

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

  async payment(id: string): Promise<any> {
    return (await this.rows('SELECT * FROM payments.payments WHERE id = $1', id))[0];
  }

  /** The processor says that it was paid. */
  async paid(payment_id: string): Promise<void> {
    const payment = await this.payment(payment_id);
    expect(await this.webhook.deliver(completed(payment))).toBe('applied');
  }

  async refund(payment_id: string, minor: number): Promise<void> {
    const payment = await this.payment(payment_id);
    await this.webhook.deliver(event('charge.refunded', charge(payment, minor)));
  }

  async buy(who: Account, course: { id: string }, more: object = {}): Promise<any> {
    const order = await this.enroll(who, course, { ...PAGES, ...more });
    await this.paid(order.payment_id);
    return order;
  }

  order(id: string): Promise<any> {
    return this.rows('SELECT * FROM ext_courses.orders WHERE id = $1', id).then(([row]) => row);
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** What somebody was told, newest last: the types and the words. */
  async told({ id }: { id: string }, type?: string): Promise<any[]> {
    const rows = await this.rows(
      `SELECT type, data FROM notifications.notifications WHERE user_id = $1 AND type LIKE 'courses.%' ORDER BY id`,
      id,
    );
    return rows.filter((row) => !type || row.type === type);
  }

  async jobs(): Promise<void> {
    await this.service.jobsDone();
  }

  /** What other apps ask of it, inside a transaction as they do. */
  within<T>(work: (courses: CoursesService) => Promise<T>): Promise<T> {
    const courses = this.service.app.get(CoursesService, { strict: false });
    return this.service.app.get(DatabaseService).transaction(() => work(courses));
  }

  /** An app beside it that is not there yet, with what it exports. */
  beside(slug: string, service: object): void {
    this.service.beside(slug, service);
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

  eventually = eventually;
}
