import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { EventsService } from '../../events/events.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import type { AuthorshipAnswer, AuthorshipsAnswer } from './authorship.dto.js';
import {
  AuthorshipRepository,
  type AuthorshipRow,
  type QueuedAuthorship,
  type QueuedAuthorshipWithNote,
} from './authorship.repository.js';

@Injectable()
export class AuthorshipService {
  constructor(
    private readonly requests: AuthorshipRepository,
    private readonly users: UserRepository,
    private readonly database: DatabaseService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
  ) {}

  /** Returns the pending request if the user has one. */
  create(userId: string, note: string | null): Promise<AuthorshipAnswer> {
    return this.database.transaction(async () => {
      // The lock serialises requests with approvals, so that nobody requests the mark that they have just got.
      await this.users.lock(userId);
      if ((await this.users.findProfile(userId))?.verified) throw new Refusal(409, 'Already verified');
      const request = await this.requests.insert(userId, note);
      if (request) {
        const data = { request_id: request.id };
        this.events.record({ type: 'authorship.requested', actor_id: userId, data });
      }
      const answer = request ?? (await this.requests.findPending(userId));
      return asAnswer({ authorship_request: answer as AuthorshipRow });
    });
  }

  async list(userId: string, query: PageQuery): Promise<AuthorshipsAnswer> {
    const { rows, next_cursor } = await this.requests.listByUser(userId, query);
    return { authorship_requests: rows, next_cursor };
  }

  async listQueue(
    status: string | undefined,
    query: PageQuery,
  ): Promise<{ authorship_requests: QueuedAuthorship[]; next_cursor: string | null }> {
    const { rows, next_cursor } = await this.requests.listQueue(status, query);
    return { authorship_requests: rows, next_cursor };
  }

  async find(id: string): Promise<{ authorship_request: QueuedAuthorshipWithNote }> {
    const request = isUuid(id) ? await this.requests.findById(id) : undefined;
    if (!request) throw notFound('Authorship request');
    return { authorship_request: request };
  }

  decide(id: string, status: 'approved' | 'rejected', adminId: string): Promise<AuthorshipRow> {
    return this.database.transaction(async () => {
      const userId = isUuid(id) ? await this.requests.findUserId(id) : undefined;
      if (!userId || !(await this.users.lock(userId))) throw notFound('Authorship request');
      const request = await this.requests.decide(id, status, adminId);
      if (!request) throw new Refusal(409, 'Authorship request already decided');
      if (status === 'approved') await this.users.change(userId, { verified: true });
      this.announceDecided(request, userId, adminId);
      return request;
    });
  }

  listForExport(userId: string): ExportNode {
    return this.requests.forExport(userId);
  }

  /** The notification has no actor: the user is not told which admin decided. */
  private announceDecided({ id, status }: AuthorshipRow, user_id: string, adminId: string): void {
    const data = { request_id: id, user_id };
    this.events.record({ type: `authorship.${status}`, actor_id: adminId, staff: true, data });
    this.notifications.notify({
      user_id,
      actor_id: null,
      type: 'authorship_reviewed',
      about: { kind: 'authorship_request', id },
      data: { status },
    });
  }
}
