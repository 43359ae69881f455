import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { RemoveAccount } from '../users/remove-account.js';

@Injectable()
export class DeleteUser {
  constructor(
    private readonly removal: RemoveAccount,
    private readonly database: Database,
  ) {}

  async run(id: string, adminId: string): Promise<void> {
    if (!isUuid(id)) throw notFound('User');
    if (id === adminId) throw new Refusal(409, 'You cannot delete yourself');
    if (!(await this.database.transaction(() => this.removal.run(id, adminId)))) throw notFound('User');
  }
}
