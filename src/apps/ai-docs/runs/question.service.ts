import { AppProvider } from '../../kernel/app-provider.js';
import type { Citation } from '../entities/run.entity.js';
import { codePointsOf } from '../extract/code-points.js';
import { sentencesOf } from '../extract/sentences.js';
import { ChunkRepository, type FoundPassage, type Question } from '../search/chunk.repository.js';
import type { Answer } from './answer-text.js';

const MOST_SENTENCES = 5;
const MOST_CHARACTERS = 12_000;

/** Finds passages of own documents, and answers from their sentences. */
@AppProvider()
export class QuestionService {
  constructor(private readonly chunks: ChunkRepository) {}

  async passages(ownerId: string, question: Question): Promise<FoundPassage[]> {
    let left = MOST_CHARACTERS;
    return (await this.chunks.passages(ownerId, question)).filter(({ quote }) => (left -= quote.length) >= 0);
  }

  /** The best sentences of the passages, as they stand. */
  async extract(passages: FoundPassage[], question: string): Promise<Answer> {
    const sentences = passages.flatMap((passage, rank) => quotesOf(passage).map((quote) => ({ ...quote, rank })));
    const words = await this.chunks.lexemesOf(
      sentences.map(({ citation }) => ({ doc_id: citation.doc_id, text: citation.quote })),
      question,
    );
    const scored = sentences.map((sentence, n) => {
      const { lexemes, asked } = words[n] as { lexemes: string[]; asked: string[] };
      return { ...sentence, nth: n, hits: asked.filter((word) => lexemes.includes(word)).length };
    });
    const most = Math.max(...scored.map(({ hits }) => hits), 0);
    // Only the heading has the words: then what follows it is the answer.
    const best = scored
      .filter(({ hits, nth }) => (most ? hits * 2 >= most && hits > 0 : nth === 0))
      .toSorted((a, b) => b.hits - a.hits || a.rank - b.rank || a.nth - b.nth)
      .slice(0, MOST_SENTENCES);
    const citations = best.map(({ citation }, index) => ({ n: index + 1, ...citation }));
    const output = citations.map(({ n, quote }) => `${quote} [${n}]`).join('\n');
    return { output: output || null, citations, reason: output ? null : 'no_match' };
  }
}

function quotesOf(passage: FoundPassage): { citation: Omit<Citation, 'n'> }[] {
  const pointsAt = codePointsOf(passage.quote);
  const sentences = sentencesOf(passage.quote);
  // A heading that nothing follows.
  if (!sentences.length) return [{ citation: passage }];
  return sentences.map(({ start, end }) => ({
    citation: {
      ...passage,
      start: passage.start + pointsAt(start),
      end: passage.start + pointsAt(end),
      quote: passage.quote.slice(start, end),
    },
  }));
}
