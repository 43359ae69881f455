import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { containing, List } from '../../kernel/lists/list.js';
import type { State } from '../entities/certificate.entity.js';
import { isValidSql, SHOWN_COLUMNS, SHOWN_FROM, type ShownCertificate, TODAY } from './certificate.repository.js';

export interface CertificateFilters {
  template_id?: string;
  status?: State;
  q?: string;
  from?: string;
  to?: string;
}

/** `search`: the columns that `q` looks into. */
const listOf = (name: string, party: string, search: string[]) =>
  new List({
    name,
    columns: SHOWN_COLUMNS,
    from: SHOWN_FROM,
    id: 'c.id',
    where: `c.${party} = $1`,
    filters: {
      template_id: 'c.template_id = ?',
      valid: isValidSql('c'),
      expired: `c.status = 'active' AND c.expires_on < ${TODAY}`,
      revoked: `c.status = 'revoked'`,
      q: `(${search.map((column) => `c.${column} ILIKE ?`).join(' OR ')} OR replace(c.code, '-', '') ILIKE replace(?, '-', ''))`,
      from: 'c.issued_on >= ?::date',
      to: 'c.issued_on <= ?::date',
    },
    sorts: { newest: { by: 'c.created_at', type: 'timestamptz' } },
  });

const LISTS = {
  issued: listOf('certificates_issued', 'owner_id', ['recipient_name', 'recipient_email', 'external_ref']),
  // The e-mail and the reference are notes of the issuer.
  received: listOf('certificates_received', 'recipient_user_id', ['recipient_name']),
};

export type Box = keyof typeof LISTS;

@AppProvider()
export class CertificateListRepository extends BaseRepository {
  list(
    box: Box,
    userId: string,
    { status, q, ...rest }: CertificateFilters,
    query: PageQuery,
  ): Promise<Page<ShownCertificate>> {
    const filters = {
      ...rest,
      ...(status && { [status]: true }),
      q: q === undefined ? undefined : containing(q),
    };
    return LISTS[box].page<ShownCertificate>(this.database, { values: [userId], filters, sort: 'newest', query });
  }
}
