import type { Citation } from '../entities/run.entity.js';
import { NOT_IN_SOURCES } from '../provider/prompts.js';

export interface Answer {
  output: string | null;
  citations: Citation[];
  reason: string | null;
}

/** The answer of the model, with those of its citations that name a given passage, quoted from the passage. */
export function answerOf(said: string, passages: Omit<Citation, 'n'>[]): Answer {
  if (said.replace(/[^A-Z_]/g, '') === NOT_IN_SOURCES || said.trim() === '')
    return { output: null, citations: [], reason: 'not_in_sources' };
  const cited = new Set<number>();
  const output = said
    .replaceAll(NOT_IN_SOURCES, '')
    .replace(/[ \t]?\[(\d+(?:\s?[,;–-]\s?\d+)*)\]/g, (whole, numbers: string) => {
      const given = numbersOf(numbers, passages.length);
      for (const n of given) cited.add(n);
      const lead = /^[ \t]/.exec(whole)?.[0] ?? '';
      return given.length ? lead + given.map((n) => `[${n}]`).join('') : '';
    })
    .trim();
  const citations = [...cited]
    .toSorted((a, b) => a - b)
    .map((n) => ({ n, ...(passages[n - 1] as Omit<Citation, 'n'>) }));
  if (citations.length) return { output, citations, reason: null };
  return { output, citations, reason: said.includes(NOT_IN_SOURCES) ? 'not_in_sources' : 'uncited' };
}

/** Of `1, 3-5`, those that are not larger than `most`. */
function numbersOf(text: string, most: number): number[] {
  const ranges = text.split(/[,;]/).map((range) => range.split(/[–-]/).map(Number));
  const all = Array.from({ length: most }, (_, index) => index + 1);
  return ranges.flatMap((ends) => all.filter((n) => n >= (ends[0] as number) && n <= (ends.at(-1) as number)));
}
