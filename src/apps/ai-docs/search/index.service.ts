import { AppProvider } from '../../kernel/app-provider.js';
import type { Doc } from '../entities/doc.entity.js';
import { codePointsOf, countPoints } from '../extract/code-points.js';
import { passagesOf } from '../extract/passages.js';
import { ChunkRepository } from './chunk.repository.js';

const AT_ONCE = 50_000;

/** The passages of documents, which the search reads. */
@AppProvider()
export class IndexService {
  constructor(private readonly chunks: ChunkRepository) {}

  /** It is indexed in the transaction that writes it. */
  isShort(body: string): boolean {
    return body.length <= AT_ONCE || countPoints(body) <= AT_ONCE;
  }

  async replace({ id, owner_id, revision, language, body }: Doc): Promise<void> {
    const pointsAt = codePointsOf(body);
    const chunks = passagesOf(body).map(({ heading, start, end }, position) => ({
      position,
      heading,
      start_offset: pointsAt(start),
      end_offset: pointsAt(end),
      body: body.slice(start, end),
    }));
    await this.chunks.replace({ doc_id: id, owner_id, revision, language }, chunks);
  }
}
