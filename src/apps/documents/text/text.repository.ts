import { sql } from '../../../platform/database/sql.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DocumentText } from '../entities/version.entity.js';

const WRITE = sql(
  'documents_write_text',
  `INSERT INTO ext_documents.texts (item_id, version_id, body, tsv)
   SELECT i.id, $1, $2, setweight(to_tsvector('simple', $3), 'D') FROM ext_documents.items i WHERE i.current_version_id = $1
   ON CONFLICT (item_id) DO UPDATE SET version_id = excluded.version_id, body = excluded.body, tsv = excluded.tsv`,
);
const DROP_OLD = sql(
  'documents_drop_old_text',
  `DELETE FROM ext_documents.texts t USING ext_documents.items i
   WHERE i.id = $1 AND t.item_id = i.id AND t.version_id IS DISTINCT FROM i.current_version_id`,
);

@AppProvider()
export class TextRepository extends EntityRepository<DocumentText> {
  protected readonly entity = DocumentText;

  /** Only of the version that is current now. */
  async write(versionId: string, body: string): Promise<void> {
    await this.count(WRITE, versionId, body, wordsOf(body));
  }

  async dropOld(itemId: string): Promise<void> {
    await this.count(DROP_OLD, itemId);
  }
}

/** Each word once: PostgreSQL stores at most a mebibyte of words with all their places. */
const wordsOf = (body: string) => [...new Set(body.toLowerCase().split(' '))].join(' ');
