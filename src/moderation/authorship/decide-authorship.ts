import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { AuthorshipRepository, type AuthorshipRow } from './authorship.repository.js';

@Injectable()
export class DecideAuthorship {
  constructor(
    private readonly requests: AuthorshipRepository,
    private readonly users: UserRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  run(id: string, status: 'approved' | 'rejected', adminId: string): Promise<AuthorshipRow> {
    return this.database.transaction(async () => {
      const userId = isUuid(id) ? await this.requests.asker(id) : undefined;
      if (!userId || !(await this.users.lock(userId))) throw notFound('Authorship request');
      const request = await this.requests.decide(id, status, adminId);
      if (!request) throw new Refusal(409, 'Authorship request already decided');
      if (status === 'approved') await this.users.update(userId, { verified: true });
      this.outbox.record({
        type: `authorship.${status}`,
        actor_id: adminId,
        data: { request_id: id, user_id: userId },
      });
      return request;
    });
  }
}
