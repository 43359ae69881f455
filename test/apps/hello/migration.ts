import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Hello1799000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA ext_hello');
    await runner.query(`
      CREATE TABLE ext_hello.greetings (
        id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
        owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
        friend_id uuid,
        words text NOT NULL,
        visits int NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE ext_hello.letters_that_were_never_sent (
        id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
        greeting_id uuid NOT NULL REFERENCES ext_hello.greetings (id) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE ext_hello.replies (
        id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
        greeting_id uuid NOT NULL REFERENCES ext_hello.greetings (id) ON DELETE CASCADE,
        words text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA ext_hello CASCADE');
  }
}
