import { randomUUID } from 'node:crypto';
import { In } from 'typeorm';
import { LIVE } from '../../../src/apps/subscriptions/entities/subscription.entity.js';
import { EndingService } from '../../../src/apps/subscriptions/members/ending.service.js';
import { SubscriptionRepository } from '../../../src/apps/subscriptions/members/subscription.repository.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import type { Account } from '../../support/service.js';
import { Club } from './club.js';

type Plan = { id: string; owner_id?: string };

/** A club in which plans have courses and products, and many people subscribe at once. */
export class Crowd extends Club {
  protected override readonly others = ['courses', 'products'];

  async course(seller: Account): Promise<any> {
    const made = { title: 'Drawing', description: 'D.', price: 20 };
    const { course } = await this.ask(seller, 'courses/create-course', made);
    const { module } = await this.ask(seller, 'courses/create-module', { course_id: course.id, title: 'Lines' });
    const lesson = { title: 'One', kind: 'text', body: 'Draw.', published: true };
    await this.ask(seller, 'courses/create-lesson', { module_id: module.id, ...lesson });
    return (await this.ask(seller, 'courses/publish-course', { course_id: course.id })).course;
  }

  /** With license keys, so that it needs no file. */
  async product(seller: Account): Promise<any> {
    const fields = { title: 'Brushes', description: 'Soft.', kind: 'digital', license_keys: true, price: 20 };
    const { product } = await this.ask(seller, 'products/create-product', fields);
    return (await this.ask(seller, 'products/publish-product', { product_id: product.id })).product;
  }

  /** With a perk, a course and a product of its own. */
  async rich(seller: Account, fields: object = {}): Promise<any> {
    const [course, product] = [await this.course(seller), await this.product(seller)];
    const benefits = [
      { kind: 'perk', key: 'early', label: 'Early' },
      { kind: 'course', ref_id: course.id, label: 'Drawing' },
      { kind: 'product', ref_id: product.id, label: 'Brushes' },
    ];
    return this.plan(seller, { benefits, max_pause_days: 30, ...fields });
  }

  /** So many new people who have subscribed to the plan; `values` are SQL. Returns the ids of their subscriptions. */
  async join({ id }: Plan, count: number, values: Record<string, string> = {}): Promise<string[]> {
    const columns = {
      status: `'active'`,
      period_start: `now() - interval '27 days'`,
      period_end: `now() + interval '1 day'`,
      price_minor: 'p.price_minor',
      started_at: `now() - interval '27 days'`,
      ...values,
    };
    const names = Object.keys(columns).join(', ');
    const prefix = randomUUID();
    const rows = await this.rows(
      `WITH people AS (
         INSERT INTO account.users (email) SELECT '${prefix}' || n || '@crowd.example' FROM generate_series(1, $2) n RETURNING id
       ), seat AS (
         UPDATE ext_subscriptions.plans SET seats_taken = seats_taken + $2 WHERE id = $1
       )
       INSERT INTO ext_subscriptions.subscriptions (owner_id, seller_id, plan_id, currency, interval, interval_count,
         anchor_day, ${names})
       SELECT people.id, p.owner_id, p.id, p.currency, p.interval, p.interval_count, 1, ${Object.values(columns).join(', ')}
       FROM people, ext_subscriptions.plans p WHERE p.id = $1 RETURNING id`,
      id,
      count,
    );
    return rows.map((row) => row.id as string);
  }

  /** Those that are live end, and no job finds anything of them any more. */
  async end(ids: string[]): Promise<void> {
    const { app } = this.service;
    const live = app.get(SubscriptionRepository, { strict: false });
    const ending = app.get(EndingService, { strict: false });
    await app.get(DatabaseService).transaction(async () => {
      await ending.end(await live.find({ id: In(ids), status: In([...LIVE]) }), 'expired');
    });
  }

  /** How many have a course, and a product with its license, by these subscriptions. */
  async access(ids: string[]): Promise<{ courses: number; seats: number; products: number; licenses: number }> {
    const [row] = await this.rows(
      `SELECT
         (SELECT count(*)::int FROM ext_courses.grants g JOIN ext_courses.enrollments e ON e.id = g.enrollment_id
          WHERE g.source_id = ANY ($1::uuid[]) AND g.revoked_at IS NULL AND e.status = 'active') AS courses,
         (SELECT coalesce(sum(seats_taken), 0)::int FROM ext_courses.courses) AS seats,
         (SELECT count(*)::int FROM ext_products.orders WHERE source_id = ANY ($1::uuid[]) AND revoked_at IS NULL) AS products,
         (SELECT count(*)::int FROM ext_products.licenses l JOIN ext_products.orders o ON o.id = l.order_id
          WHERE o.source_id = ANY ($1::uuid[]) AND l.status = 'active') AS licenses`,
      ids,
    );
    return row;
  }

  /** The statuses of these subscriptions and how many have each. */
  async statuses(ids: string[]): Promise<Record<string, number>> {
    const rows = await this.rows(
      `SELECT status, count(*)::int AS n FROM ext_subscriptions.subscriptions WHERE id = ANY ($1::uuid[]) GROUP BY status`,
      ids,
    );
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  }
}
