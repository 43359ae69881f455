import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RefreshKeys1790000002004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account.refresh_keys (
        session_id uuid NOT NULL REFERENCES account.sessions ON DELETE CASCADE,
        counter integer NOT NULL,
        key_hash bytea NOT NULL,
        answered_counter integer NOT NULL,
        answered_at timestamptz(3) NOT NULL,
        PRIMARY KEY (session_id, counter, key_hash)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account.refresh_keys');
  }
}
