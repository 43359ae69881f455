import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { containing, List } from '../../kernel/lists/list.js';
import { Contact } from '../entities/contact.entity.js';
import { OPEN_FORM } from '../visits/served.sql.js';

// The page is locked, so that it is not deleted before its contact is there.
const SAVE = sql(
  'biolinks_save_contact',
  `WITH form AS (${OPEN_FORM} FOR KEY SHARE OF p)
   INSERT INTO ext_biolinks.contacts AS c (owner_id, page_id, block_id, email, name, message, consent_text)
   SELECT owner_id, page_id, block_id, $2, $3, $4, consent_text FROM form
   ON CONFLICT (block_id, email) DO UPDATE SET name = coalesce(excluded.name, c.name),
     message = coalesce(excluded.message, c.message), consent_text = excluded.consent_text, consented_at = now(),
     updated_at = now()
   RETURNING c.id`,
);

const CONTACTS = new List({
  name: 'biolinks_contacts',
  columns: 'c.*',
  from: 'ext_biolinks.contacts c',
  id: 'c.id',
  where: 'c.owner_id = $1',
  filters: {
    page_id: 'c.page_id = ?',
    block_id: 'c.block_id = ?',
    q: `(c.email ILIKE ? OR c.name ILIKE ?)`,
  },
  sorts: { newest: { by: 'c.created_at', type: 'timestamptz' } },
});

export type NewContact = Pick<Contact, 'block_id' | 'email' | 'name' | 'message'>;

interface Filters {
  page_id?: string;
  block_id?: string;
  q?: string;
}

@AppProvider()
export class ContactRepository extends EntityRepository<Contact> {
  protected readonly entity = Contact;

  /** A known address is refreshed with what is given. False: visitors do not see the form now. */
  async save({ block_id, email, name, message }: NewContact): Promise<boolean> {
    return (await this.rows(SAVE, block_id, email, name, message)).length > 0;
  }

  list(ownerId: string, { q, ...filters }: Filters, query: PageQuery): Promise<Page<Contact>> {
    const sought = q === undefined ? undefined : containing(q);
    return CONTACTS.page<Contact>(this.database, {
      values: [ownerId],
      filters: { ...filters, q: sought },
      sort: 'newest',
      query,
    });
  }
}
