import type { Sentence } from './sentences.js';

const FIRST = 1.25;
const OVERLAP = 0.8;
/** A shorter sentence counts as one of so many words, so that remnants do not win. */
const LEAST_WORDS = 6;

/** The sentences with the most frequent words of the text, in the order of the text. `lexemes`: of each sentence. */
export function bestSentences(sentences: Sentence[], lexemes: string[][], count: number): Sentence[] {
  const frequency = new Map<string, number>();
  for (const word of lexemes.flat()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const scores = sentences.map(({ text, isFirst }, n) => {
    const sum = (lexemes[n] as string[]).reduce((total, word) => total + (frequency.get(word) as number), 0);
    return (sum / Math.max(text.split(/\s+/).length, LEAST_WORDS)) * (isFirst ? FIRST : 1);
  });
  const chosen = new Set<number>();
  const said = new Set<string>();
  while (chosen.size < Math.min(count, sentences.length)) {
    let best = -1;
    let most = -1;
    for (const [n, score] of scores.entries()) {
      if (chosen.has(n)) continue;
      const words = lexemes[n] as string[];
      const known = words.filter((word) => said.has(word)).length;
      const value = score * (1 - (words.length ? (OVERLAP * known) / words.length : 0));
      if (value > most) [best, most] = [n, value];
    }
    chosen.add(best);
    for (const word of lexemes[best] as string[]) said.add(word);
  }
  return sentences.filter((_, n) => chosen.has(n));
}
