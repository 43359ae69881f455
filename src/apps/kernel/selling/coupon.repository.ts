import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Type } from '../calls/action.js';
import type { Coupon } from './coupon.entity.js';
import { minorOf, money } from './prices.js';

export type CouponChanges = Partial<Pick<Coupon, 'percent_bp' | 'amount_minor' | 'max_uses' | 'expires_at' | 'active'>>;

/** `of`: the column that says what a coupon is for. */
export function couponStatements(schema: string, of: string) {
  const table = `${schema}.coupons`;
  const statement = (name: string, text: string) => sql(`${schema}_coupon_${name}`, text);
  return {
    usable: statement(
      'usable',
      `SELECT * FROM ${table} WHERE ${of} = $1 AND code = $2 AND active AND (expires_at IS NULL OR expires_at > now())`,
    ),
    byCode: statement('by_code', `SELECT * FROM ${table} WHERE ${of} = $1 AND code = $2`),
    all: statement('all', `SELECT * FROM ${table} WHERE ${of} = $1 ORDER BY created_at DESC, id DESC`),
    count: statement('count', `SELECT count(*)::int AS n FROM ${table} WHERE ${of} = $1`),
    take: statement(
      'take',
      `UPDATE ${table} SET used_count = used_count + 1
       WHERE id = $1 AND (max_uses IS NULL OR used_count < max_uses)`,
    ),
    countLateUse: statement('count_late_use', `UPDATE ${table} SET used_count = used_count + 1 WHERE id = $1`),
    giveBack: statement(
      'give_back',
      `UPDATE ${table} c SET used_count = used_count - g.n FROM (
         SELECT id, count(*) AS n FROM unnest($1::uuid[]) given (id) GROUP BY id
       ) g WHERE c.id = g.id`,
    ),
    deleteAll: statement('delete_all', `DELETE FROM ${table} WHERE ${of} = ANY ($1::uuid[])`),
    reprice: statement(
      'reprice',
      `UPDATE ${table} c SET amount_minor = g.minor, updated_at = now()
       FROM unnest($1::uuid[], $2::int[]) g (id, minor) WHERE c.id = g.id AND c.amount_minor <> g.minor`,
    ),
  };
}

/** The coupons of an app: each is for one thing, and its uses are exact under any load. */
export abstract class Coupons<Row extends Coupon> extends BaseRepository {
  protected abstract readonly entity: Type<Row>;
  /** The column that says what a coupon is for. */
  protected abstract readonly of: keyof Row & string;
  protected abstract readonly statements: ReturnType<typeof couponStatements>;

  /** In any case of its letters; whether there is a use left of it, `take` tells. */
  usable(thingId: string, code: string): Promise<Row | undefined> {
    return this.one<Row>(this.statements.usable, thingId, code.toUpperCase());
  }

  find(thingId: string, code: string): Promise<Row | undefined> {
    return this.one<Row>(this.statements.byCode, thingId, code.toUpperCase());
  }

  all(thingId: string): Promise<Row[]> {
    return this.rows<Row>(this.statements.all, thingId);
  }

  async countOf(thingId: string): Promise<number> {
    return (await this.one<{ n: number }>(this.statements.count, thingId))?.n ?? 0;
  }

  async insert(thingId: string, code: string, values: CouponChanges): Promise<void> {
    const row = { ...values, [this.of]: thingId, code: code.toUpperCase() };
    await this.table<Row>(this.entity as new () => Row).insert(row as never);
  }

  async update(id: string, changes: CouponChanges): Promise<void> {
    const now = { updated_at: () => 'now()' };
    await this.table<Row>(this.entity as new () => Row).update({ id } as never, { ...changes, ...now } as never);
  }

  /** What is 5 off in one currency is 5 off in the other, whatever its minor units are. */
  async changeCurrency(thingId: string, before: string, currency: string): Promise<void> {
    const amounts = (await this.all(thingId)).flatMap(({ id, amount_minor }) =>
      amount_minor === null ? [] : [{ id, minor: minorOf('amount_off', money(amount_minor, before), currency) }],
    );
    await this.count(
      this.statements.reprice,
      amounts.map(({ id }) => id),
      amounts.map(({ minor }) => minor),
    );
  }

  /** Of things that are not sold any more. */
  async deleteAll(thingIds: string[]): Promise<void> {
    await this.count(this.statements.deleteAll, thingIds);
  }

  /** False: all of its uses are gone. */
  async take(id: string): Promise<boolean> {
    return (await this.count(this.statements.take, id)) > 0;
  }

  /** For an order that was paid although it had expired. The coupon may be used once too often by that. */
  async countLateUse(id: string): Promise<void> {
    await this.count(this.statements.countLateUse, id);
  }

  async giveBack(ids: string[]): Promise<void> {
    if (ids.length) await this.count(this.statements.giveBack, ids);
  }
}
