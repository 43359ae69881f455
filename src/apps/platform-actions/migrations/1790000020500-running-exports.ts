import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RunningExports1790000020500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE apps.running_exports (
      user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
      holder uuid NOT NULL,
      lapses_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE apps.running_exports');
  }
}
