import { escapeLiteral, type Pool } from 'pg';
import { textOf } from '../../src/platform/database/sql.js';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Loops'?: number;
  Plans?: Node[];
}

/** The plan of a declared statement with these values: each step, and its table or index. */
export async function queryPlan(database: Pool, name: string, values: unknown[]): Promise<string[]> {
  const { rows } = await database.query(`EXPLAIN (FORMAT JSON) ${declared(name)}`, values);
  return steps(rows[0]['QUERY PLAN'][0].Plan);
}

/** Runs the statement with these values: how often each of its steps that reads the table begins. */
export async function loopsOf(database: Pool, name: string, values: unknown[], table: string): Promise<number[]> {
  const { rows } = await database.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${declared(name)}`, values);
  const found = (node: Node): number[] => [
    ...(node['Relation Name'] === table ? [node['Actual Loops'] ?? 0] : []),
    ...(node.Plans ?? []).flatMap(found),
  ];
  return found(rows[0]['QUERY PLAN'][0].Plan);
}

/** With these values the statement reads none of these tables as a whole. */
export async function expectIndexed(database: Pool, name: string, values: unknown[], tables: string[]): Promise<void> {
  expectNoneWhole(name, await queryPlan(database, name, values), tables);
}

/** The statement reads none of these tables as a whole, neither planned for these values nor for any. */
export async function expectAlwaysIndexed(
  database: Pool,
  name: string,
  values: unknown[],
  tables: string[],
): Promise<void> {
  for (const how of [queryPlan, genericPlan]) expectNoneWhole(name, await how(database, name, values), tables);
}

function expectNoneWhole(name: string, plan: string[], tables: string[]): void {
  const read = plan.filter((step) => tables.some((table) => step === `Seq Scan ${table}`));
  expect({ name, read, plan: read.length ? plan : [] }).toEqual({ name, read: [], plan: [] });
}

/** The generic plan of the statement, which PostgreSQL uses after some calls on a connection. */
export async function genericPlan(database: Pool, name: string, values: unknown[]): Promise<string[]> {
  const client = await database.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE planned AS ${declared(name)}`);
    const given = values.map(literal);
    const { rows } = await client.query(
      `EXPLAIN (FORMAT JSON) EXECUTE planned${given.length ? `(${given.join(', ')})` : ''}`,
    );
    return steps(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('ROLLBACK');
    await client.query('DEALLOCATE ALL');
    client.release();
  }
}

/** A name of a declared statement; or a text as `EntityRepository` writes it. */
function declared(name: string): string {
  if (/^(SELECT|INSERT|UPDATE|DELETE) /.test(name)) return name;
  const text = textOf(name);
  if (!text) throw new Error(`no statement is named ${name}`);
  return text;
}

/** The value as the driver sends it. */
function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return escapeLiteral(String(value));
}

const steps = (node: Node): string[] => [
  [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' '),
  ...(node.Plans ?? []).flatMap(steps),
];
