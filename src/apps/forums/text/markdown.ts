import { Inline } from './inline.js';
import { closed, codeBlock, element, numbered, opened } from './safe-html.js';

export interface Rendered {
  html: string;
  links: number;
}

/** Deeper than that nothing is nested: it is read as words. */
const DEEPEST = 8;
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#-]*)[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(\S.*)$/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4})(?=\S)/;
const BEGINS = [FENCE, HEADING, RULE, QUOTE, ITEM];

const isBlank = (line: string) => !line.trim();

/**
 * Markdown as posts have it: headings, lists, quotes, code, emphasis, links. HTML in it is shown as what it is, since
 * all that comes out is made of the elements of `safe-html`.
 */
export function markdown(source: string): Rendered {
  const inline = new Inline();
  const lines = source.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').replaceAll('\0', '').split('\n');
  const html = blocks(lines, inline, 0);
  return { html, links: inline.links };
}

function blocks(lines: string[], inline: Inline, depth: number): string {
  const made: string[] = [];
  for (let at = 0; at < lines.length;) {
    const [html, next] = block(lines, at, inline, depth);
    made.push(html);
    at = next;
  }
  return made.filter(Boolean).join('\n');
}

type Made = [html: string, next: number];

function block(lines: string[], at: number, inline: Inline, depth: number): Made {
  const line = lines[at] as string;
  if (isBlank(line)) return ['', at + 1];
  const [, fence, language = ''] = FENCE.exec(line) ?? [];
  if (fence) return fenced(lines, at, fence, language);
  const [, signs, words = ''] = HEADING.exec(line) ?? [];
  if (signs) {
    const level = `h${signs.length}` as 'h1';
    return [element(level, inline.render(words.replace(/\s+#+\s*$/, '').trim())), at + 1];
  }
  if (RULE.test(line)) return [opened('hr'), at + 1];
  if (depth < DEEPEST && QUOTE.test(line)) return quoted(lines, at, inline, depth);
  if (depth < DEEPEST && ITEM.test(line)) return listed(lines, at, inline, depth);
  return paragraph(lines, at, inline);
}

function fenced(lines: string[], at: number, fence: string, language: string): Made {
  const isEnd = (line: string) => {
    const signs = line.trim();
    return signs.length >= fence.length && signs === (fence[0] as string).repeat(signs.length);
  };
  let end = at + 1;
  while (end < lines.length && !isEnd(lines[end] as string)) end++;
  return [codeBlock(`${lines.slice(at + 1, end).join('\n')}\n`, language), end + 1];
}

function quoted(lines: string[], at: number, inline: Inline, depth: number): Made {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end] as string)) end++;
  const inside = lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  return [element('blockquote', blocks(inside, inline, depth + 1)), end];
}

const kindOf = (line: string) => /\d/.test(ITEM.exec(line)?.[1] ?? '');

function listed(lines: string[], at: number, inline: Inline, depth: number): Made {
  const isNumbered = kindOf(lines[at] as string);
  const items: string[] = [];
  let next = at;
  while (next < lines.length) {
    const line = lines[next] as string;
    if (RULE.test(line) || !ITEM.test(line) || kindOf(line) !== isNumbered) break;
    const end = endOfItem(lines, next);
    const [, head = ''] = ITEM.exec(line) ?? [];
    const inside = lines
      .slice(next, end)
      .map((one, nth) => (nth ? outdented(one, head.length) : one.slice(head.length)));
    items.push(opened('li') + item(inside, inline, depth) + closed('li'));
    next = end;
  }
  const html = items.join('\n');
  return [isNumbered ? numbered(Number.parseInt(lines[at] as string, 10), html) : element('ul', html), next];
}

/** What is indented belongs to it, and what follows it without a blank line. */
function endOfItem(lines: string[], at: number): number {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end] as string;
    const isIndented = /^ {2,}\S/.test(line);
    if (isBlank(line) ? !/^ {2,}\S/.test(lines[end + 1] ?? '') : !isIndented && startsAnew(lines, end)) break;
    end++;
  }
  while (end < lines.length && isBlank(lines[end] as string) && ITEM.test(lines[end + 1] ?? '')) end++;
  return end;
}

const startsAnew = (lines: string[], at: number) =>
  isBlank(lines[at - 1] as string) || BEGINS.some((begin) => begin.test(lines[at] as string));

const outdented = (line: string, by: number) =>
  line.slice(Math.min(by, line.length - line.trimStart().length));

/** One of a line or more, without a paragraph of its own; the list below it is one. */
function item(lines: string[], inline: Inline, depth: number): string {
  if (lines.some(isBlank)) return blocks(lines, inline, depth + 1);
  const below = lines.findIndex((line, at) => at > 0 && BEGINS.some((begin) => begin.test(line)));
  if (BEGINS.some((begin) => begin.test(lines[0] as string))) return blocks(lines, inline, depth + 1);
  const own = below < 0 ? lines : lines.slice(0, below);
  const rest = below < 0 ? '' : `\n${blocks(lines.slice(below), inline, depth + 1)}`;
  return inline.render(own.map((line) => line.trim()).join('\n')) + rest;
}

function paragraph(lines: string[], at: number, inline: Inline): Made {
  let end = at + 1;
  while (end < lines.length && !isBlank(lines[end] as string)) {
    if (BEGINS.some((begin) => begin.test(lines[end] as string))) break;
    end++;
  }
  const words = lines.slice(at, end).map((line) => line.trim());
  return [element('p', inline.render(words.join('\n'))), end];
}
