import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageEvent } from '../entities/event.entity.js';
import { EventCollector } from '../../../web-events/event-collector.js';
import { jsonList, keyed, sql } from '../../../platform/database/sql.js';
import type { Visit } from '../../../web-events/visits/visit.js';
import { settingsSql } from '../../kernel/app-settings.js';
import { LIVE } from '../blocks/block.sql.js';
import type { Block } from '../entities/block.entity.js';
import type { BioPage } from '../entities/page.entity.js';
import { OPEN, OPEN_FORM } from './served.sql.js';

export type LiveBlock = Pick<Block, 'id' | 'kind' | 'title' | 'url' | 'data' | 'is_featured'>;

export interface ServedPage extends BioPage {
  /** Neither banned nor suspended. */
  owner_is_active: boolean;
  /** What the owner has set in the app; null: nothing. */
  settings: object | null;
  /** In their order, those that visitors see now. */
  blocks: LiveBlock[];
}

const BLOCK = `json_build_object('id', b.id, 'kind', b.kind, 'title', b.title, 'url', b.url, 'data', b.data,
  'is_featured', b.is_featured)`;
const SERVED = `SELECT p.*, u.user_status = 'active' AS owner_is_active,
  ${settingsSql('biolinks', 'p.owner_id')} AS settings, (
    SELECT ${jsonList(BLOCK, 'b.position, b.id')} FROM ext_biolinks.blocks b WHERE b.page_id = p.id AND ${LIVE}
  ) AS blocks
  FROM ext_biolinks.pages p JOIN account.users u ON u.id = p.owner_id`;
const BY_HANDLE = keyed('biolinks_served', `${SERVED} WHERE p.handle = $1`, 'text');
const BY_ID = keyed('biolinks_served_by_id', `${SERVED} WHERE p.id = $1`, 'uuid');

const HIT_PAGE = `SELECT p.id AS page_id, NULL::uuid AS block_id FROM ext_biolinks.pages p
  JOIN account.users u ON u.id = p.owner_id WHERE p.id = $1 AND ${OPEN}`;
const HIT_BLOCK = `SELECT p.id, b.id FROM ext_biolinks.blocks b
  JOIN ext_biolinks.pages p ON p.id = b.page_id JOIN account.users u ON u.id = p.owner_id
  WHERE b.id = $1 AND ${LIVE} AND ${OPEN}`;
const HIT = keyed('biolinks_hit', `${HIT_PAGE} UNION ALL ${HIT_BLOCK}`, 'uuid');
const EVENTS = new EventCollector<PageEvent>('biolinks_add_event', 'ext_biolinks.events', {
  page_id: 'uuid',
  block_id: 'uuid',
  referrer_host: 'text',
});
const FORM = sql('biolinks_form', OPEN_FORM);

export interface Hit {
  page_id: string;
  /** Null: a view of the page. */
  block_id: string | null;
}

@AppProvider()
export class ServedPageRepository extends BaseRepository {
  byHandle(handle: string): Promise<ServedPage | undefined> {
    return this.quick<ServedPage>(BY_HANDLE, handle);
  }

  byId(id: string): Promise<ServedPage | undefined> {
    return this.quick<ServedPage>(BY_ID, id);
  }

  /** What a hit on a page or a block counts for. Undefined: nothing, because visitors do not see it. */
  hit(id: string): Promise<Hit | undefined> {
    return this.quick<Hit>(HIT, id);
  }

  add({ page_id, block_id }: Hit, { visitor_hash, country, device, referrer_host }: Visit): void {
    this.database.gather(EVENTS, { page_id, block_id, visitor_hash, country, device, referrer_host });
  }

  /** The page of a contact form that visitors see now. */
  async pageOfForm(blockId: string): Promise<string | undefined> {
    return (await this.one<{ page_id: string }>(FORM, blockId))?.page_id;
  }
}
