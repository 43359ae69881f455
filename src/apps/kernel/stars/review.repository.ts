import { EntityRepository, NOW, type Values, type Where } from '../../../platform/database/entity.repository.js';
import type { Keyset, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { personBy } from '../rows/person.js';
import type { Review } from './review.entity.js';
import type { ReviewFields } from './review.views.js';

/** `things`: the table that is reviewed, with its sums; `of`: the column of a review that names the thing. */
export function reviewStatements(schema: string, things: string, of: string) {
  const statement = (name: string, text: string) => sql(`${schema}_review_${name}`, text);
  return {
    list: statement(
      'list',
      `SELECT r.id, r.rating, r.body, r.created_at, r.updated_at, ${personBy('r.owner_id')} AS reviewer
       FROM ${schema}.reviews r
       WHERE r.${of} = $1 AND ($2::int IS NULL OR r.rating = $2) AND (r.created_at, r.id) < ($3, $4::uuid)
       ORDER BY r.created_at DESC, r.id DESC LIMIT $5`,
    ),
    byRating: statement(
      'by_rating',
      `SELECT rating, count(*)::int AS count FROM ${schema}.reviews WHERE ${of} = $1 GROUP BY rating`,
    ),
    rate: statement(
      'rate',
      `UPDATE ${schema}.${things} SET rating_sum = rating_sum + $2, rating_count = rating_count + $3 WHERE id = $1`,
    ),
  };
}

/** The reviews of an app. The sums of stars on a thing change with its reviews, in the same transaction. */
export abstract class Reviews<Row extends Review> extends EntityRepository<Row> {
  /** The column that names the thing. */
  protected abstract readonly of: keyof Row & string;
  protected abstract readonly stars: ReturnType<typeof reviewStatements>;
  protected abstract readonly keyset: Keyset;

  /**
   * Writes the user's review of a thing that is locked; a second one replaces the first. `isNew` is false where it says
   * what the first one said.
   */
  async write(
    thingId: string,
    userId: string,
    { rating, body, ...more }: Pick<Row, 'rating' | 'body'> & Values<Row>,
  ): Promise<{ review: Row; isNew: boolean }> {
    const key = { [this.of]: thingId, owner_id: userId } as Where<Row>;
    const before = await this.findOne(key);
    if (before?.rating === rating && before.body === body) return { review: before, isNew: false };
    const values = { rating, body, ...more } as Values<Row>;
    const review = before
      ? await this.updateOne(key, { ...values, updated_at: NOW })
      : await this.insert({ ...key, ...values } as Values<Row>);
    await this.count(this.stars.rate, thingId, rating - (before?.rating ?? 0), before ? 0 : 1);
    return { review: review as Row, isNew: true };
  }

  /** Newest first. */
  list(thingId: string, query: PageQuery, rating?: number) {
    const values = [thingId, rating ?? null];
    return this.newest<ReviewFields>(this.keyset, query, this.stars.list, values);
  }

  /** How many gave one star, two, and so on. */
  async countByRating(thingId: string): Promise<Record<string, number>> {
    const rows = await this.rows<{ rating: number; count: number }>(this.stars.byRating, thingId);
    const counts = new Map(rows.map(({ rating, count }) => [rating, count]));
    return Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [stars, counts.get(stars) ?? 0]));
  }
}
