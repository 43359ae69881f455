import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Client } from '../entities/client.entity.js';

const LOCK_OWNER = sql('invoicing_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const IS_USER = sql(
  'invoicing_is_user',
  `SELECT EXISTS (SELECT FROM account.users WHERE id = $1 AND user_status = 'active') AS found`,
);

@AppProvider()
export class ClientRepository extends EntityRepository<Client> {
  protected readonly entity = Client;

  /** So that the limits of an owner are exact. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  async isUser(id: string): Promise<boolean> {
    return (await this.onlyOne<{ found: boolean }>(IS_USER, id)).found;
  }

  async byId(ids: string[]): Promise<Map<string, Client>> {
    return new Map((await this.find({ id: In([...new Set(ids)]) })).map((client) => [client.id, client]));
  }

  byIds(owner_id: string, ids: string[]): Promise<Client[]> {
    return this.find({ owner_id, id: In(ids) });
  }

  /** Of the owner, or 404. Its currency and status cannot change until the transaction is over. */
  forDocument(owner_id: string, id: string): Promise<Client> {
    return this.the({ id, owner_id }, 'Client', { lock: 'share' });
  }
}
