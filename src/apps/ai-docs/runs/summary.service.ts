import { AppProvider } from '../../kernel/app-provider.js';
import type { Length } from '../ai-docs.inputs.js';
import type { Doc } from '../entities/doc.entity.js';
import type { Citation } from '../entities/run.entity.js';
import { codePointsOf } from '../extract/code-points.js';
import { sentencesOf } from '../extract/sentences.js';
import { bestSentences } from '../extract/summary.js';
import { SENTENCES } from '../provider/prompts.js';
import { ChunkRepository } from '../search/chunk.repository.js';

/** Summaries of the document's own sentences. */
@AppProvider()
export class SummaryService {
  constructor(private readonly chunks: ChunkRepository) {}

  async extract(doc: Doc, length: Length, format: string): Promise<{ output: string; citations: Citation[] }> {
    const sentences = sentencesOf(doc.body);
    const lexemes = await this.chunks.lexemes(
      doc.language,
      sentences.map(({ text }) => text),
    );
    const best = bestSentences(sentences, lexemes, SENTENCES[length]);
    const pointsAt = codePointsOf(doc.body);
    const citations = best.map(({ start, end, text }, index) => ({
      n: index + 1,
      doc_id: doc.id,
      title: doc.title,
      revision: doc.revision,
      start: pointsAt(start),
      end: pointsAt(end),
      quote: text,
    }));
    // A document of headings and code alone has no sentences.
    if (!best.length) return { output: doc.body.trim().slice(0, 1_000).toWellFormed(), citations: [] };
    const texts = best.map(({ text }) => text);
    return { output: format === 'bullets' ? texts.map((text) => `- ${text}`).join('\n') : texts.join(' '), citations };
  }
}
