import { SqlMigration } from '../../../platform/database/sql-migration.js';

/** Where an item lies is said by its folder alone, so a move changes one row (decision 0057). */
export class ParentsOnly1790000040410 extends SqlMigration {
  protected readonly apply = [
    // The index over the column goes with it.
    'ALTER TABLE ext_documents.items DROP COLUMN ancestor_ids',
    'CREATE INDEX items_of_parent ON ext_documents.items (parent_id, kind)',
  ];
  protected readonly revert = [
    'DROP INDEX ext_documents.items_of_parent',
    `ALTER TABLE ext_documents.items ADD COLUMN ancestor_ids uuid[] NOT NULL DEFAULT '{}'`,
    `WITH RECURSIVE placed (id, ancestor_ids) AS (
       SELECT i.id, '{}'::uuid[] FROM ext_documents.items i
         WHERE NOT EXISTS (SELECT FROM ext_documents.items f WHERE f.id = i.parent_id)
       UNION ALL SELECT i.id, placed.ancestor_ids || placed.id FROM placed
         JOIN ext_documents.items i ON i.parent_id = placed.id)
     UPDATE ext_documents.items i SET ancestor_ids = placed.ancestor_ids FROM placed WHERE placed.id = i.id`,
    'CREATE INDEX items_ancestors ON ext_documents.items USING gin (ancestor_ids)',
  ];
}
