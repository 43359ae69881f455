import { SqlMigration } from '../../../platform/database/sql-migration.js';

const unique = (table: string, of: string, included: string) => [
  `ALTER TABLE ext_blog.${table} DROP CONSTRAINT ${table}_${of}_dimension_day_value_key`,
  `ALTER TABLE ext_blog.${table} ADD CONSTRAINT ${table}_${of}_dimension_day_value_key
     UNIQUE (${of}, dimension, day, value) ${included}`,
];
const both = (included: string) => [
  ...unique('post_day_values', 'post_id', included),
  ...unique('blog_day_values', 'blog_id', included),
];

/** With the figures, so that a year with two hundred values a day is read from the index alone. */
export class FiguresInIndex1790000038010 extends SqlMigration {
  protected readonly apply = both('INCLUDE (views, visitors)');
  protected readonly revert = both('');
}
