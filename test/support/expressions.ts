import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { threadTime } from './clock.js';

export interface Expression {
  /** `src/apps/kernel/markdown.ts:32` */
  place: string;
  /** Undefined when the expression is built at run time. */
  source: string | undefined;
  flags: string;
  /** `// bounded: 64 characters, …`: the maximum length of its input. */
  bound: number | undefined;
  /** `// trusted: …`: its input does not come from a caller. */
  isTrusted: boolean;
}

const BOUNDED = /\b(?:bounded): (\d+) characters?, \S/;
const TRUSTED = /\btrusted: \S/;

/** All regular expressions in the source files of the folder: literals, and arguments of `RegExp`. */
export function expressionsIn(folder: string): Expression[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .flatMap((name) => expressionsOf(join(folder, name)));
}

function expressionsOf(file: string): Expression[] {
  const found: Expression[] = [];
  const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const read = readExpression(node);
    if (read) {
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line;
      const comments = commentsBy(parsed, line);
      found.push({
        ...read,
        place: `${file}:${line + 1}`,
        bound: Number(BOUNDED.exec(comments)?.[1]) || undefined,
        isTrusted: TRUSTED.test(comments),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function readExpression(node: ts.Node): Pick<Expression, 'source' | 'flags'> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  if (node.expression.getText() !== 'RegExp') return undefined;
  const [source, flags] = node.arguments ?? [];
  const isText = (one: ts.Node | undefined) => one !== undefined && ts.isStringLiteralLike(one);
  return {
    source: isText(source) ? (source as ts.StringLiteral).text : undefined,
    flags: isText(flags) ? (flags as ts.StringLiteral).text : '',
  };
}

/** The comment in the same line, and the comment that ends in the line above. */
function commentsBy(parsed: ts.SourceFile, line: number): string {
  const lines = parsed.text.split('\n');
  const own = lines[line]?.split('//').slice(1).join('//') ?? '';
  const above: string[] = [];
  for (let at = line - 1; /^\s*(\/\/|\/?\*)/.test(lines[at] ?? ''); at--) above.unshift(lines[at] as string);
  return [...above, own].join(' ');
}

/** A matching character for each atom of the expression, in order: ` ` for `\s`, two of a class. */
const ATOM =
  /\\p\{[^}]*\}|\\u\{?[\da-fA-F]+\}?|\\x[\da-fA-F]{2}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<\w+>)|\{\d+(?:,\d*)?\}|[\^$()|*+?]|[^]/gu;
const OF_ESCAPE: Record<string, string> = {
  s: ' ',
  d: '0',
  w: 'a',
  S: 'a',
  D: 'a',
  W: ' ',
  b: '',
  B: '',
  n: '\n',
  t: '\t',
  r: '\r',
};

/** The characters that each position of the expression accepts, repeated as often as it requires. */
function atomsOf(source: string): string[][] {
  const atoms: string[][] = [];
  for (const [token] of source.matchAll(ATOM)) {
    const last = atoms.at(-1);
    const least = Number(/^\{(\d+)/.exec(token)?.[1] ?? 1);
    for (let more = 1; more < Math.min(least, 5) && last; more++) atoms.push(last);
    const characters = charactersOf(token).filter(Boolean);
    if (characters.length) atoms.push(characters);
  }
  return atoms;
}

function charactersOf(token: string): string[] {
  if (/^[\^$()|*+?]$|^\(\?|^\{\d/.test(token)) return [];
  if (token === '.') return ['a'];
  if (/^\\(p|u|x)/.test(token)) return token.startsWith('\\p') ? ['é'] : [fromCode(token)];
  if (token.startsWith('\\')) return [OF_ESCAPE[token[1] as string] ?? (token[1] as string)];
  if (!token.startsWith('[') || token.length < 2) return [token];
  const inside = token.slice(1, -1);
  const listed = [...inside.replace(/^\^/, '').matchAll(ATOM)].map(([one]) => one);
  const members = listed.flatMap((one) => (one.length === 1 ? [one] : charactersOf(one)));
  return inside.startsWith('^') ? ['a', ' '].filter((one) => !members.includes(one)) : members.slice(0, 3);
}

const fromCode = (token: string) => String.fromCodePoint(Number.parseInt(token.replace(/^\\[ux]\{?|\}$/g, ''), 16));

const SUFFIXES = ['\0', '\n\0'];
const GENERAL = ['a', ' ', '0', '-', '.'];
/** Small steps first, so that exponential time is detected while it still takes milliseconds. */
const LENGTHS = Array.from({ length: 17 }, (_, step) => Math.round(12 * 1.1 ** step)).concat(
  75,
  100,
  140,
  200,
  300,
  600,
  1200,
  2400,
  4800,
  9600,
  19_200,
);
/** A linear expression takes less than 2 ms for 19,200 characters, a quadratic one 30 ms and more. */
const MOST_MS = 10;

/** A text on which the expression is too slow; undefined when none was found. */
export function slowText({ source, flags, bound = Infinity }: Expression): string | undefined {
  const expression = new RegExp(source as string, flags);
  const places = atomsOf(source as string);
  const atoms = places.map(([first]) => first as string);
  const ways = atoms.slice(0, 10).map((_, at) => atoms.slice(0, at + 1).join(''));
  const starts = new Set(['', '\0', ...ways]);
  const pairs = atoms.slice(1, 12).map((atom, at) => `${atoms[at]}${atom}`);
  const pumps = new Set([...GENERAL, ...places.flat(), ...pairs, ...ways.slice(0, 6), atoms.join('').slice(0, 40)]);
  pumps.delete('');
  for (const pump of pumps)
    for (const start of starts)
      for (const suffix of SUFFIXES)
        for (const length of LENGTHS) {
          const made = start + pump.repeat(Math.ceil(length / pump.length)) + suffix;
          if (isSlow(expression, made.slice(0, bound)))
            return `${JSON.stringify(start)} + ${JSON.stringify(pump)} × ${length} + ${JSON.stringify(suffix)}`;
        }
  return undefined;
}

function isSlow(expression: RegExp, text: string): boolean {
  const begun = performance.now();
  run(expression, text);
  if (performance.now() - begun < MOST_MS) return false;
  // Another process may have used the processor, so each length is measured three times.
  return [1, 2, 3].every(() => {
    const before = threadTime();
    run(expression, text);
    return threadTime() - before >= MOST_MS;
  });
}

function run(expression: RegExp, text: string): void {
  if (expression.global) for (const _ of text.matchAll(expression)) continue;
  else expression.exec(text);
}
