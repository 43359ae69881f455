import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));
const FILE = join(project, 'node_modules/.cache/test-figures.json');
/** A run of fewer specs is somebody's work on one of them, who needs no table. */
const WHOLE = 100;
const DEAREST = 10;

/** The last figures of each spec by its path; empty before the first run. */
export const lastFigures = () => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {});

/** Stores the figures of a run, and prints what cost most if everything ran. */
export function storeFigures(dataDir, databaseSeconds) {
  const lines = join(dataDir, 'figures.jsonl');
  if (!existsSync(lines)) return;
  const rows = readFileSync(lines, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map((row) => ({ ...row, spec: row.spec.replace(project, '') }));
  mkdirSync(join(project, 'node_modules/.cache'), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...lastFigures(), ...Object.fromEntries(rows.map((row) => [row.spec, row])) }));
  if (rows.length >= WHOLE) console.log(summary(rows, databaseSeconds));
}

function summary(rows, databaseSeconds) {
  const sum = (name) => rows.reduce((total, row) => total + row[name], 0);
  const line = ({ spec, wallMs, cpuMs, childrenMs, databaseMs, services, calls, rows: written }) =>
    [inSeconds(wallMs), inSeconds(cpuMs), inSeconds(childrenMs), inSeconds(databaseMs), services, calls, written]
      .map((figure) => String(figure).padStart(9))
      .join('') + `  ${spec}`;
  const cost = ({ cpuMs, childrenMs, databaseMs }) => cpuMs + childrenMs + databaseMs;
  const total = Object.fromEntries(
    ['wallMs', 'cpuMs', 'childrenMs', 'databaseMs', 'rows'].map((name) => [name, sum(name)]),
  );
  return [
    '',
    `${'wall s'.padStart(9)}${'cpu s'.padStart(9)}${'children'.padStart(9)}${'db s'.padStart(9)} services    calls     rows  the dearest specs, by processor time`,
    ...[...rows]
      .sort((a, b) => cost(b) - cost(a))
      .slice(0, DEAREST)
      .map(line),
    line({ ...total, services: sum('services'), calls: sum('calls'), spec: `all ${rows.length}` }),
    `PostgreSQL used ${databaseSeconds} s of processor time. All figures: node_modules/.cache/test-figures.json`,
  ].join('\n');
}

const inSeconds = (ms) => (ms / 1000).toFixed(1);
