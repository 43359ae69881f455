import { chmodSync, createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { run, say } from './prepare.mjs';

/**
 * Runs specs while PostgreSQL logs all statements, and lists each pair of tables that transactions lock in opposite orders
 * (decision 0059): npm run lock-order -- test/apps/invoicing. A pair is a hint and not a proof: the rows can be different ones,
 * or be rows that the transaction has made itself. Locks of foreign keys and deletions of accounts are not seen.
 */

/** The log begins each entry with the database and with the session. */
const PREFIX = '@@%d|%c|';
const ENTRY = /^@@([^|]*)\|([^|]*)\|LOG:\s+(?:statement|execute [^:]*): (.*)$/s;
const TABLE = String.raw`"?([a-z_]+)"?\."?([a-z_]+)"?`;
const MODES = { UPDATE: 'update', 'NO KEY UPDATE': 'no key update', SHARE: 'share', 'KEY SHARE': 'key share' };
const STRENGTH = ['key share', 'share', 'no key update', 'update', 'insert'];
const LONGEST_SHOWN = 160;

/** Whether one lock of a row has to wait for the other. */
function conflicts(one, other) {
  const modes = new Set([one, other]);
  if (modes.has('key share')) return modes.has('update');
  return !(one === 'share' && other === 'share');
}

async function* entriesOf(path) {
  let entry = '';
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (!line.startsWith('@@')) entry += ` ${line}`;
    else {
      yield entry;
      entry = line;
    }
  }
  yield entry;
}

/** The tables of the SELECT that a `FOR UPDATE` at this place belongs to, without those in parentheses. */
function lockedTables(text, end, names) {
  let depth = 0;
  let plain = '';
  for (let at = end - 1; at >= 0 && depth >= 0; at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '(') depth--;
    else if (depth === 0) plain = text[at] + plain;
  }
  const from = new RegExp(String.raw`(?:FROM|JOIN|,) ${TABLE}(?: (?:AS )?"?([a-z_]+)"?)?`, 'g');
  return [...plain.matchAll(from)]
    .filter(([, , table, alias]) => !names || names.includes(alias) || names.includes(table))
    .map(([, schema, table]) => `${schema}.${table}`);
}

/** The tables whose rows a statement locks, in the order of its text. `waits` is false for SKIP LOCKED and for new rows. */
function locksOf(text) {
  const found = [];
  const written = [
    ['UPDATE ', 'no key update'],
    ['DELETE FROM ', 'update'],
    ['INSERT INTO ', 'insert'],
  ];
  for (const [word, mode] of written)
    for (const match of text.matchAll(new RegExp(String.raw`\b${word}${TABLE}`, 'g')))
      found.push({ at: match.index, table: `${match[1]}.${match[2]}`, mode, waits: mode !== 'insert' });
  const locking = /\bFOR (UPDATE|NO KEY UPDATE|SHARE|KEY SHARE)(?: OF ((?:"?[a-z_]+"?(?:, )?)+))?( SKIP LOCKED)?/g;
  for (const { index: at, 1: kind, 2: of, 3: skips } of text.matchAll(locking)) {
    const names = of?.split(',').map((name) => name.replaceAll('"', '').trim());
    for (const table of lockedTables(text, at, names)) found.push({ at, table, mode: MODES[kind], waits: !skips });
  }
  return found.toSorted((a, b) => a.at - b.at);
}

const known = new Map();
const knownLocksOf = (text) => known.get(text) ?? known.set(text, locksOf(text)).get(text);

/** Adds what this transaction locks after what, with the tables that it had locked before both. */
function addOrders(orders, statements) {
  const held = new Map();
  for (const text of statements)
    for (const { table, mode, waits } of knownLocksOf(text)) {
      const before = held.get(table);
      if (before && STRENGTH.indexOf(before.mode) >= STRENGTH.indexOf(mode)) continue;
      if (waits) addOrder(orders, held, { table, mode, text });
      held.set(table, { mode, text: before?.text ?? text });
    }
}

function addOrder(orders, held, { table, mode, text }) {
  const guards = [];
  for (const [first, { mode: firstMode, text: firstText }] of held) {
    const key = `${first} ${table}`;
    const ofPair = orders.get(key) ?? orders.set(key, new Map()).get(key);
    const shown = `${firstText.slice(0, LONGEST_SHOWN)}\n      then ${text.slice(0, LONGEST_SHOWN)}`;
    const id = `${shown} ${guards.join()}`;
    if (first !== table && firstMode !== 'insert')
      ofPair.set(id, { shown, modes: [firstMode, mode], guards: [...guards] });
    if (firstMode === 'no key update' || firstMode === 'update') guards.push(first);
  }
}

/** Two orders that meet: the locks exclude each other, and no table is locked before both. */
const meet = (one, other, [a, b]) =>
  conflicts(one.modes[0], other.modes[1]) &&
  conflicts(other.modes[0], one.modes[1]) &&
  !other.guards.includes(a) &&
  !one.guards.includes(b) &&
  !one.guards.some((table) => other.guards.includes(table));

function* oppositesOf(orders) {
  for (const [key, forth] of orders) {
    const [a, b] = key.split(' ');
    const back = a < b ? orders.get(`${b} ${a}`) : undefined;
    if (!back) continue;
    const pairs = [...forth.values()].flatMap((one) =>
      [...back.values()].filter((other) => meet(one, other, [a, b])).map((other) => [one.shown, other.shown]),
    );
    if (pairs.length) yield { a, b, forth: new Set(pairs.map(([one]) => one)), back: new Set(pairs.map(([, o]) => o)) };
  }
}

async function ordersIn(path) {
  const orders = new Map();
  const open = new Map();
  for await (const entry of entriesOf(path)) {
    const [, database, session, sql] = ENTRY.exec(entry) ?? [];
    if (!database?.startsWith('test_')) continue;
    const text = sql.replaceAll(/\s+/g, ' ');
    if (text.startsWith('BEGIN')) open.set(session, []);
    const statements = open.get(session) ?? [];
    if (!/^(EXPLAIN|PREPARE) /.test(text)) statements.push(text);
    if (open.has(session) && !/^(COMMIT|ROLLBACK)/.test(text)) continue;
    open.delete(session);
    // The deletion of an account locks what the hooks of all apps change (decision 0058).
    if (!statements.some((one) => /DELETE FROM "?account"?\."?users"?/.test(one))) addOrders(orders, statements);
  }
  return orders;
}

const folder = mkdtempSync(join(tmpdir(), 'lock-order-'));
// PostgreSQL runs as another user where this script runs as root.
chmodSync(folder, 0o777);
try {
  const log = { TEST_STATEMENT_LOG: folder, TEST_STATEMENT_PREFIX: PREFIX };
  process.exitCode = await run(['scripts/test.mjs', ...process.argv.slice(2)], log);
  const found = [...oppositesOf(await ordersIn(join(folder, 'statements.log')))];
  for (const { a, b, forth, back } of found) {
    say(`${a} and ${b}`);
    for (const shown of [...forth, ...back]) console.log(`  ${shown}`);
  }
  say(`Pairs of tables that are locked in opposite orders: ${found.length}`);
} finally {
  rmSync(folder, { recursive: true });
}
