import { SqlMigration } from '../sql-migration.js';

export class IdempotencyClaims1790000000002 extends SqlMigration {
  protected readonly apply = [
    // Rows from before this migration that have a status are stored answers; rows without a status are claims
    // in progress.
    `
      ALTER TABLE platform.idempotent_answers
        ADD claim_id uuid,
        ADD lapse_seconds smallint NOT NULL DEFAULT 30,
        ADD owner_hash bytea,
        ADD size integer GENERATED ALWAYS AS (coalesce(octet_length(answer), 0)) STORED,
        ALTER answer SET STORAGE EXTERNAL`,
    'CREATE INDEX idempotent_answers_owner ON platform.idempotent_answers (owner_hash, created_at)',
    'CREATE INDEX idempotent_answers_large ON platform.idempotent_answers (owner_hash, created_at) WHERE size > 1024',
    `
      CREATE FUNCTION platform.store_idempotent_answer(given_key bytea, given_claim uuid, given_status smallint,
        given_answer bytea, budget integer) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        owner bytea;
      BEGIN
        UPDATE platform.idempotent_answers SET status = given_status, answer = given_answer
          WHERE key_hash = given_key AND claim_id = given_claim AND status IS NULL RETURNING owner_hash INTO owner;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'the claim of the idempotency key was taken over' USING ERRCODE = 'IK001';
        END IF;
        IF octet_length(given_answer) > 1024 THEN
          -- The newest answers of the owner stay within the budget. Rows that a twin of this function clears are skipped.
          UPDATE platform.idempotent_answers SET answer = NULL WHERE key_hash IN (
            SELECT key_hash FROM platform.idempotent_answers WHERE key_hash IN (
              SELECT newest.key_hash FROM (
                SELECT key_hash, sum(size) OVER (ORDER BY created_at DESC, key_hash) AS total
                FROM platform.idempotent_answers WHERE owner_hash = owner AND size > 1024) AS newest
              WHERE newest.total > budget)
            FOR UPDATE SKIP LOCKED);
        END IF;
      END $$`,
  ];
  protected readonly revert = [
    'DROP FUNCTION platform.store_idempotent_answer(bytea, uuid, smallint, bytea, integer)',
    `
      ALTER TABLE platform.idempotent_answers DROP size, DROP owner_hash, DROP lapse_seconds, DROP claim_id,
        ALTER answer SET STORAGE EXTENDED`,
  ];
}
