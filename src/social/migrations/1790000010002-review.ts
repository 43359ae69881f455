import { SqlMigration } from '../../platform/database/sql-migration.js';

export class Review1790000010002 extends SqlMigration {
  protected readonly apply = [
    `CREATE INDEX posts_unpublished ON social.posts (status, created_at, id) WHERE status <> 'published'`,
  ];
  protected readonly revert = ['DROP INDEX social.posts_unpublished'];
}
