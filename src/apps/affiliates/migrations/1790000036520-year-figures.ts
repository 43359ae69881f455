import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ofProgram = (more: string) =>
  `CREATE INDEX conversions_of_program ON ext_affiliates.conversions (program_id, occurred_at)${more}`;
const DROP = 'DROP INDEX ext_affiliates.conversions_of_program';

/** The statistics of a merchant read sales, and commissions without their sales, from one index each. */
export class YearFigures1790000036520 extends SqlMigration {
  protected readonly apply = [
    'ALTER TABLE ext_affiliates.commissions ADD sold_at timestamptz(3) NOT NULL DEFAULT now()',
    `UPDATE ext_affiliates.commissions c SET sold_at = coalesce(
       (SELECT v.occurred_at FROM ext_affiliates.conversions v WHERE v.id = c.conversion_id), c.created_at)`,
    `CREATE INDEX commissions_of_merchant_sold ON ext_affiliates.commissions (merchant_id, sold_at)
       INCLUDE (status, currency, amount_minor)`,
    DROP,
    ofProgram(' INCLUDE (affiliate_id, status, currency, amount_minor)'),
    // The moment of a sale never changes. A statement that adds the sale too gives it itself: here it is not seen yet.
    `CREATE FUNCTION ext_affiliates.date_commission() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.sold_at := coalesce(
          (SELECT v.occurred_at FROM ext_affiliates.conversions v WHERE v.id = NEW.conversion_id), NEW.sold_at);
        RETURN NEW;
      END
    $$`,
    `CREATE TRIGGER commissions_date BEFORE INSERT ON ext_affiliates.commissions
       FOR EACH ROW WHEN (NEW.conversion_id IS NOT NULL) EXECUTE FUNCTION ext_affiliates.date_commission()`,
  ];
  protected readonly revert = [
    'DROP FUNCTION ext_affiliates.date_commission() CASCADE',
    'ALTER TABLE ext_affiliates.commissions DROP sold_at',
    DROP,
    ofProgram(''),
  ];
}
