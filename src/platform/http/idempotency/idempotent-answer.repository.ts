import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../database/base.repository.js';
import { sql } from '../../database/sql.js';

/**
 * The right to do the work of a key. Taking a claim over gives it another id, so the first process can no
 * longer store its answer.
 */
export interface Claim {
  id: string;
  keyHash: Buffer;
  /** How long the claim stays valid after its last renewal. */
  lapseSeconds: number;
}

export interface StoredAnswer {
  body_hash: Buffer;
  /** Null while the work runs. */
  status: number | null;
  /** Also null when the answer was dropped in favour of newer ones of the same owner. */
  answer: Buffer | null;
  has_lapsed: boolean;
}

/** A claim that is not renewed belongs to a dead process. Another one continues under the same operation id. */
const HAS_LAPSED = `status IS NULL AND created_at < now() - lapse_seconds * interval '1 second'`;
const CLAIM = sql(
  'idempotency_claim',
  `INSERT INTO platform.idempotent_answers AS kept (key_hash, body_hash, claim_id, lapse_seconds, owner_hash)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, claim_id = excluded.claim_id,
     lapse_seconds = excluded.lapse_seconds, owner_hash = excluded.owner_hash, created_at = now(), status = NULL,
     answer = NULL, operation_id = CASE WHEN kept.created_at < now() - interval '24 hours'
       THEN excluded.operation_id ELSE kept.operation_id END
     WHERE kept.created_at < now() - interval '24 hours' OR (kept.body_hash = excluded.body_hash
       AND kept.status IS NULL AND kept.created_at < now() - kept.lapse_seconds * interval '1 second')
   RETURNING operation_id`,
);
const FIND = sql(
  'idempotency_find',
  `SELECT body_hash, status, answer, ${HAS_LAPSED} AS has_lapsed FROM platform.idempotent_answers WHERE key_hash = $1`,
);
const RENEW = sql(
  'idempotency_renew',
  `UPDATE platform.idempotent_answers AS kept SET created_at = now()
   FROM unnest($1::bytea[], $2::uuid[]) AS own (key_hash, claim_id)
   WHERE kept.key_hash = own.key_hash AND kept.claim_id = own.claim_id AND kept.status IS NULL`,
);
const LAPSE = sql(
  'idempotency_lapse',
  `UPDATE platform.idempotent_answers SET created_at = now() - (lapse_seconds + 1) * interval '1 second'
   WHERE key_hash = $1 AND claim_id = $2 AND status IS NULL`,
);
const DELETE = sql(
  'idempotency_delete',
  'DELETE FROM platform.idempotent_answers WHERE key_hash = $1 AND claim_id = $2 AND status IS NULL',
);

@Injectable()
export class IdempotentAnswerRepository extends BaseRepository {
  /** Returns the operation id when the caller got the claim. */
  async claim({ id, keyHash, lapseSeconds }: Claim, bodyHash: Buffer, ownerHash: Buffer) {
    const claimed = await this.one<{ operation_id: string }>(CLAIM, keyHash, bodyHash, id, lapseSeconds, ownerHash);
    return claimed?.operation_id;
  }

  find(keyHash: Buffer): Promise<StoredAnswer | undefined> {
    return this.one<StoredAnswer>(FIND, keyHash);
  }

  async renew(claims: Claim[]): Promise<void> {
    await this.count(
      RENEW,
      claims.map(({ keyHash }) => keyHash),
      claims.map(({ id }) => id),
    );
  }

  /** Ends the claim: the next request with the key repeats the work under the same operation id. */
  async lapse({ keyHash, id }: Claim): Promise<void> {
    await this.count(LAPSE, keyHash, id);
  }

  /** Removes the claim, as if the key had never been sent. */
  async delete({ keyHash, id }: Claim): Promise<void> {
    await this.count(DELETE, keyHash, id);
  }
}
