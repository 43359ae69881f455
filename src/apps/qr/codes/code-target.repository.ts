import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { VcardContent } from '../contents/contents.js';
import { type Code, CodeTarget } from '../entities/code.entity.js';
import { urlOf } from './code-targets.service.js';

// In the order of the changes, which is that of the locks on the code; transactions may have begun in another one.
const NOTE = sql(
  'qr_note_targets',
  `INSERT INTO ext_qr.code_targets (code_id, target, changed_by, created_at)
   SELECT n.code_id, n.target, $1, greatest(clock_timestamp(), (
     SELECT max(t.created_at) + interval '1 millisecond' FROM ext_qr.code_targets t WHERE t.code_id = n.code_id))
   FROM unnest($2::uuid[], $3::text[]) AS n (code_id, target)`,
);
const MOST_SHOWN = 50;

type Leading = Pick<Code, 'id' | 'mode' | 'kind' | 'content' | 'link_id'>;

@AppProvider()
export class CodeTargetRepository extends EntityRepository<CodeTarget> {
  protected readonly entity = CodeTarget;

  /** Notes what dynamic codes lead to from now on. */
  async noteAll(changedBy: string, codes: Leading[]): Promise<void> {
    const noted = codes.flatMap((code) => {
      const target = targetOf(code);
      return target === null ? [] : [{ code_id: code.id, target }];
    });
    if (noted.length) await this.count(NOTE, changedBy, ...columnsOf(noted, 'code_id', 'target'));
  }

  /** The last ones, newest first. */
  lastOf(codeId: string): Promise<CodeTarget[]> {
    return this.find({ code_id: codeId }, { order: { created_at: 'DESC', id: 'DESC' }, limit: MOST_SHOWN });
  }
}

/** Of a dynamic code: its address, the id of its short link, or the name of its contact. */
export function targetOf({ mode, kind, content, link_id }: Omit<Leading, 'id'>): string | null {
  if (mode === 'static') return null;
  if (link_id) return link_id;
  if (kind === 'url') return urlOf(content);
  const { first_name, last_name } = content as VcardContent;
  return [first_name, last_name].filter(Boolean).join(' ');
}
