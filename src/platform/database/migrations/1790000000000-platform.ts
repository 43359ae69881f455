import { SqlMigration } from '../sql-migration.js';

export class Platform1790000000000 extends SqlMigration {
  protected readonly apply = [
    `
      CREATE FUNCTION platform.uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
        -- 48 bits of milliseconds over a random UUID of version 4, then the version: PostgreSQL has it from 18 on.
        SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
          PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
          52, 1), 53, 1), 'hex')::uuid
      $$`,
    `
      CREATE TABLE platform.idempotent_answers (
        key_hash bytea PRIMARY KEY,
        body_hash bytea NOT NULL,
        status smallint,
        answer bytea,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`,
    'CREATE INDEX idempotent_answers_age ON platform.idempotent_answers (created_at)',
    `
      CREATE TABLE platform.limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`,
    'CREATE INDEX limits_expire ON platform.limits (expire)',
  ];
  protected readonly revert = [
    'DROP TABLE platform.limits, platform.idempotent_answers',
    'DROP FUNCTION platform.uuid_v7()',
  ];
}
