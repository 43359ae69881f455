import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Outbox } from '../../events/outbox.js';
import { Notifications } from '../../notifications/notifications.js';
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
    private readonly notifications: Notifications,
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
        staff: true,
        data: { request_id: request.id, user_id: userId },
      });
      const about = { kind: 'authorship_request', id: request.id };
      // Who of the staff decided, he is not told.
      const notice = { user_id: userId, actor_id: null, type: 'authorship_reviewed', about } as const;
      this.notifications.notify({ ...notice, data: { status } });
      return request;
    });
  }
}
