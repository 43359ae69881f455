import type { Pool } from 'pg';
import { textOf } from '../../src/platform/database/sql.js';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

/** How PostgreSQL runs a declared statement with these values: each step, and the table or index it looks at. */
export async function queryPlan(database: Pool, name: string, values: unknown[]): Promise<string[]> {
  const text = textOf(name);
  if (!text) throw new Error(`no statement is named ${name}`);
  const { rows } = await database.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  return steps(rows[0]['QUERY PLAN'][0].Plan);
}

const steps = (node: Node): string[] => [
  [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' '),
  ...(node.Plans ?? []).flatMap(steps),
];
