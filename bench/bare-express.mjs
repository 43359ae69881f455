import { createSecretKey } from 'node:crypto';
import express from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { loadScenarios } from './scenarios.mjs';

/**
 * What we are measured against: Express as one would write it by hand for these endpoints alone, with no log, no
 * metrics, no security headers and no layers. It shares our database, our secret and our size of the pool.
 */
const { PORT, DATABASE_URL, DATABASE_POOL, JWT_SECRET, STATEMENTS } = process.env;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) });

/** The text of our own statement, so that PostgreSQL does the same for both. */
const CALLER = {
  name: 'caller',
  text: `SELECT u.id, u.email, u.role, u.type, u.user_status AS status, u.username
    FROM account.sessions s JOIN account.users u ON u.id = s.user_id
    WHERE s.id = $2 AND u.id = $1 AND s.revoked_at IS NULL AND s.idle_ends_at > now() AND s.ends_at > now()
      AND u.user_status = 'active'`,
};
// As a key object: from a text, jsonwebtoken first tries to read a public key, for three times the rest of the work.
const KEY = createSecretKey(JWT_SECRET, 'utf8');
const VERIFICATION = {
  algorithms: ['HS256'],
  issuer: 'community-platform',
  audience: 'community-platform/api',
};

async function identify(request, response, next) {
  let claims;
  try {
    claims = jwt.verify(request.headers.authorization.slice('Bearer '.length), KEY, VERIFICATION);
  } catch {
    return response.status(401).json({ error: 'Not authenticated' });
  }
  const { rows } = await pool.query({ ...CALLER, values: [claims.sub, claims.sid] });
  if (!rows.length) return response.status(401).json({ error: 'Not authenticated' });
  request.user = rows[0];
  next();
}

/** Our own statement of this name, as it is in the sources. */
const texts = JSON.parse(STATEMENTS);
const statement = (name, ...values) => ({ name, text: texts[name], values });

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

const query = (name, ...values) => pool.query(statement(name, ...values));

// What ours does not send is not asked of this one either: a hash of every body is no small part of its work.
const app = express().disable('etag').disable('x-powered-by');
const tools = { pool, identify, query, transaction, json: express.json() };
for (const { bare } of await loadScenarios()) bare?.(app, tools);
app.listen(Number(PORT), '127.0.0.1');

// Whoever started it has gone.
process.on('disconnect', () => process.exit());
