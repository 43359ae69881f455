import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Platform1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION platform.uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
        -- 48 bits of milliseconds over a random UUID of version 4, then the version: PostgreSQL has it from 18 on.
        SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
          PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
          52, 1), 53, 1), 'hex')::uuid
      $$`);
    await runner.query(`
      CREATE TABLE platform.idempotent_answers (
        key_hash bytea PRIMARY KEY,
        body_hash bytea NOT NULL,
        status smallint,
        answer bytea,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX idempotent_answers_age ON platform.idempotent_answers (created_at)');
    await runner.query(`
      CREATE TABLE platform.limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`);
    await runner.query('CREATE INDEX limits_expire ON platform.limits (expire)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.limits, platform.idempotent_answers');
    await runner.query('DROP FUNCTION platform.uuid_v7()');
  }
}
