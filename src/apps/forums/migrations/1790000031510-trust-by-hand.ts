import type { MigrationInterface, QueryRunner } from 'typeorm';

const TO_PROMOTE = 'NOT trusted AND post_count >= 5 AND like_received >= 2';

export class TrustByHand1790000031510 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ext_forums.members ADD COLUMN trust_is_set boolean NOT NULL DEFAULT false');
    await runner.query('DROP INDEX ext_forums.members_to_promote');
    await runner.query(
      `CREATE INDEX members_to_promote ON ext_forums.members (id) WHERE ${TO_PROMOTE} AND NOT trust_is_set`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ext_forums.members_to_promote');
    await runner.query('ALTER TABLE ext_forums.members DROP COLUMN trust_is_set');
    await runner.query(`CREATE INDEX members_to_promote ON ext_forums.members (id) WHERE ${TO_PROMOTE}`);
  }
}
