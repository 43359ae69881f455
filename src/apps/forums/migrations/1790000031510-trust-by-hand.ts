import { SqlMigration } from '../../../platform/database/sql-migration.js';

const TO_PROMOTE = 'NOT trusted AND post_count >= 5 AND like_received >= 2';

export class TrustByHand1790000031510 extends SqlMigration {
  protected readonly apply = [
    'ALTER TABLE ext_forums.members ADD COLUMN trust_is_set boolean NOT NULL DEFAULT false',
    'DROP INDEX ext_forums.members_to_promote',
    `CREATE INDEX members_to_promote ON ext_forums.members (id) WHERE ${TO_PROMOTE} AND NOT trust_is_set`,
  ];
  protected readonly revert = [
    'DROP INDEX ext_forums.members_to_promote',
    'ALTER TABLE ext_forums.members DROP COLUMN trust_is_set',
    `CREATE INDEX members_to_promote ON ext_forums.members (id) WHERE ${TO_PROMOTE}`,
  ];
}
