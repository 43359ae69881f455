import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import type { AuthorshipAnswer, AuthorshipsAnswer } from './authorship.dto.js';
import { AuthorshipDecided, AuthorshipRequested } from './authorship.events.js';
import {
  AuthorshipRepository,
  type AuthorshipRow,
  type QueuedAuthorship,
  type QueuedAuthorshipWithNote,
} from './authorship.repository.js';

const THING = 'Authorship request';

export const alreadyVerified = refusal(409, 'Already verified');
export const alreadyDecided = refusal(409, 'Authorship request already decided');

@Injectable()
export class AuthorshipService {
  constructor(
    private readonly requests: AuthorshipRepository,
    private readonly users: UserRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** Returns the pending request if the user has one. */
  create(userId: string, note: string | null): Promise<AuthorshipAnswer> {
    return this.database.transaction(async () => {
      // The lock serialises requests with approvals, so that nobody requests the mark that they have just got.
      await this.users.lock(userId);
      if ((await this.users.findProfile(userId))?.verified) throw alreadyVerified();
      const request = await this.requests.insertPending(userId, note);
      if (request) this.events.announce(AuthorshipRequested, { request_id: request.id }, userId);
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
    const request = await this.requests.findById(id);
    if (!request) throw notFound(THING);
    return { authorship_request: request };
  }

  decide(id: string, status: 'approved' | 'rejected', adminId: string): Promise<AuthorshipRow> {
    return this.database.transaction(async () => {
      const { user_id } = await this.requests.the({ id }, THING, { select: ['user_id'] });
      if (!(await this.users.lock(user_id))) throw notFound(THING);
      const request = await this.requests.decide(id, status, adminId);
      if (!request) throw alreadyDecided();
      if (status === 'approved') await this.users.change(user_id, { verified: true });
      this.events.announce(AuthorshipDecided, request, adminId);
      return request;
    });
  }

  listForExport(userId: string): ExportNode {
    return this.requests.forExport(userId);
  }
}
