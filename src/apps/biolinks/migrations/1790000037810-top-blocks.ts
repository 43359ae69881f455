import { SqlMigration } from '../../../platform/database/sql-migration.js';

const STATEMENTS = [
  'ALTER TABLE ext_biolinks.block_days ADD COLUMN is_top boolean NOT NULL DEFAULT true',
  `UPDATE ext_biolinks.block_days d SET is_top = false FROM (
     SELECT b.id, row_number() OVER (PARTITION BY p.owner_id, b.day ORDER BY b.clicks DESC, b.block_id) AS place
     FROM ext_biolinks.block_days b JOIN ext_biolinks.pages p ON p.id = b.page_id
   ) ranked WHERE d.id = ranked.id AND ranked.place > 50`,
  // With the figures, so that a year of an owner is read from the index alone.
  `CREATE INDEX block_days_top ON ext_biolinks.block_days (page_id, day) INCLUDE (block_id, clicks) WHERE is_top`,
  'CREATE INDEX block_days_day ON ext_biolinks.block_days (day)',
];

export class TopBlocks1790000037810 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = [
    'DROP INDEX ext_biolinks.block_days_day',
    'DROP INDEX ext_biolinks.block_days_top',
    'ALTER TABLE ext_biolinks.block_days DROP COLUMN is_top',
  ];
}
