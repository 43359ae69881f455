import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { Refusal } from '../../platform/http/refusal.js';
import { AuthorshipRepository, type AuthorshipRow } from './authorship.repository.js';

@Injectable()
export class RequestAuthorship {
  constructor(
    private readonly requests: AuthorshipRepository,
    private readonly users: UserRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  run(userId: string, note: string | null): Promise<AuthorshipRow> {
    return this.database.transaction(async () => {
      // Asking and being approved take their turns, or one could ask for what he has.
      await this.users.lock(userId);
      if ((await this.users.profile(userId))?.verified) throw new Refusal(409, 'Already verified');
      const request = await this.requests.insert(userId, note);
      if (!request) return (await this.requests.pending(userId)) as AuthorshipRow;
      this.outbox.record({
        type: 'authorship.requested',
        actor_id: userId,
        data: { request_id: request.id },
      });
      return request;
    });
  }
}
