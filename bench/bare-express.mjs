import { createSecretKey } from 'node:crypto';
import express from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';

const VERIFICATION = {
  algorithms: ['HS256'],
  issuer: 'community-platform',
  audience: 'community-platform/api',
};

/**
 * The other side of the comparison: Express as one would write it by hand for these endpoints alone, with no log, no
 * metrics, no security headers and no layers. It shares the database, the secret, the size of the pool and the texts of
 * the statements with the service. `test/bench/same-statements.spec.ts` proves that each read sends the same statements,
 * and `test/bench/same-rows.spec.ts` that each write leaves the same rows.
 */
export function bareExpress({ databaseUrl, poolSize, jwtSecret, texts, manifests, base, scenarios }) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  // As a key object: from a text, jsonwebtoken first tries to read a public key, for three times the rest of the work.
  const key = createSecretKey(jwtSecret, 'utf8');

  /** A statement of the sources by its name, or one that the benchmark declares itself: `{ name, text }`. */
  function statement(asked, values) {
    if (typeof asked !== 'string') return { ...asked, values };
    if (!texts[asked]) throw new Error(`the sources have no statement ${asked}`);
    return { name: asked, text: texts[asked], values };
  }

  const query = (asked, ...values) => pool.query(statement(asked, values));

  /** All or nothing, on one connection. */
  async function transaction(work) {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work((asked, ...values) => client.query(statement(asked, values)));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  async function identify(request, response, next) {
    let claims;
    try {
      claims = jwt.verify(request.headers.authorization.slice('Bearer '.length), key, VERIFICATION);
    } catch {
      return response.status(401).json({ error: 'Not authenticated' });
    }
    const { rows } = await query('caller_by_session', claims.sub, claims.sid);
    if (!rows.length) return response.status(401).json({ error: 'Not authenticated' });
    request.user = rows[0];
    next();
  }

  // The service sends no ETag, so this side does not compute one: a hash of every body is no small part of its work.
  const app = express().disable('etag').disable('x-powered-by');
  const tools = { identify, query, transaction, json: express.json(), base, manifests };
  for (const { bare } of scenarios) bare?.(app, tools);
  return { app, pool };
}
