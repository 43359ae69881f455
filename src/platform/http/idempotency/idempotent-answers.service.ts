import { gunzipSync, gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { EncryptionService } from '../../access/encryption.service.js';
import { DatabaseService } from '../../database/database.service.js';
import { sql, type Statement } from '../../database/sql.js';
import type { IdempotencyKey } from './idempotency-key.js';
import type { Claim, StoredAnswer } from './idempotent-answer.repository.js';
import { RawJson } from '../raw-json.js';
import { Refusal } from '../refusal.js';

export interface Answer {
  status: number;
  body: unknown;
  replayed?: boolean;
}

/** The total size of one owner's larger answers; the SQL function counts those above 1 KiB. */
const BUDGET = 2 * 1024 * 1024;
/** Below this size compression saves less than the header it adds. */
const COMPRESSED_FROM = 1024;
const GZIP_MAGIC = 0x1f;

/** Raises SQLSTATE IK001 when the claim was taken over, which rolls back the whole transaction. */
const STORE = sql('idempotency_store', 'SELECT platform.store_idempotent_answer($1, $2, $3, $4, $5)');
const TAKEN_OVER = 'IK001';

export const isTakenOver = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === TAKEN_OVER;

/** Stored answers for repeated keys. They are encrypted, because some contain secrets that are shown only once. */
@Injectable()
export class IdempotentAnswersService {
  constructor(
    private readonly database: DatabaseService,
    private readonly encryption: EncryptionService,
  ) {}

  /** The statement that stores the answer, for the transaction that produces the answer. */
  statementToStore(key: IdempotencyKey, claim: Claim, answer: Answer): { statement: Statement; values: unknown[] } {
    const sealed = this.encryption.sealBytes(key.name, packed(answer));
    return { statement: STORE, values: [claim.keyHash, claim.id, answer.status, sealed, BUDGET] };
  }

  async store(key: IdempotencyKey, claim: Claim, answer: Answer): Promise<void> {
    const { statement, values } = this.statementToStore(key, claim, answer);
    await this.database.transaction(() => this.database.rows(statement, values));
  }

  /** Undefined while the work runs. */
  open({ name, bodyHash }: IdempotencyKey, { body_hash, status, answer }: StoredAnswer): Answer | undefined {
    if (!body_hash.equals(bodyHash)) throw new Refusal(409, 'Idempotency key reused');
    if (status === null) return undefined;
    if (!answer) throw new Refusal(409, 'Idempotency key used: its answer is no longer kept');
    const opened = this.encryption.openBytes(name, answer);
    // The answer was encrypted with a secret that has been removed since. It is unreadable, and the work must
    // not be repeated.
    if (!opened) throw new Refusal(409, 'Idempotency key reused');
    return { ...unpacked(opened), replayed: true };
  }
}

function packed({ status, body }: Answer): Buffer {
  const text = body instanceof RawJson ? body.text : JSON.stringify(body);
  const json = Buffer.from(`{"status":${status}${text === undefined ? '' : `,"body":${text}`}}`);
  return json.length < COMPRESSED_FROM ? json : gzipSync(json, { level: 1 });
}

function unpacked(bytes: Buffer): Answer {
  const json = bytes[0] === GZIP_MAGIC ? gunzipSync(bytes) : bytes;
  return JSON.parse(json.toString()) as Answer;
}
