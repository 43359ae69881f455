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
 * What we are measured against: Express as one would write it by hand for these endpoints alone, with no log, no
 * metrics, no security headers and no layers. It shares our database, our secret, our size of the pool and the texts of
 * our statements; `test/bench/same-statements.spec.ts` proves that each endpoint runs the same ones.
 */
export function bareExpress({ databaseUrl, poolSize, jwtSecret, texts, base, scenarios }) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  // As a key object: from a text, jsonwebtoken first tries to read a public key, for three times the rest of the work.
  const key = createSecretKey(jwtSecret, 'utf8');

  /** Our own statement of this name, as it is in the sources. */
  function statement(name, ...values) {
    if (!texts[name]) throw new Error(`the sources have no statement ${name}`);
    return { name, text: texts[name], values };
  }

  const query = (name, ...values) => pool.query(statement(name, ...values));

  /** All or nothing, on one connection. */
  async function transaction(work) {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work((name, ...values) => client.query(statement(name, ...values)));
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

  // What ours does not send is not asked of this one either: a hash of every body is no small part of its work.
  const app = express().disable('etag').disable('x-powered-by');
  const tools = { identify, query, transaction, json: express.json(), base };
  for (const { bare } of scenarios) bare?.(app, tools);
  return { app, pool };
}
