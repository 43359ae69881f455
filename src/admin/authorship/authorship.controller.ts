import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { AuthorshipRepository } from '../../moderation/authorship/authorship.repository.js';
import { DecideAuthorship } from '../../moderation/authorship/decide-authorship.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound } from '../../platform/http/refusal.js';
import {
  AuthorshipInQueueAnswer,
  AuthorshipQueueAnswer,
  AuthorshipQueueQuery,
  DecideAuthorshipInput,
  DecidedAuthorshipAnswer,
} from './authorship.io.js';

@Controller('v1/admin/authorship-requests')
@Access('admin')
export class AdminAuthorshipController {
  constructor(
    private readonly requests: AuthorshipRepository,
    private readonly decideAuthorship: DecideAuthorship,
  ) {}

  @Get()
  @Summary('Who asks for the mark of a verified creator, newest first')
  @Answers(200, AuthorshipQueueAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  async list(@Query() { status, ...page }: AuthorshipQueueQuery): Promise<AuthorshipQueueAnswer> {
    const { rows, next_cursor } = await this.requests.newest(status, page);
    return { authorship_requests: rows, next_cursor };
  }

  @Get(':id')
  @Summary('A request, with the note to staff')
  @Answers(200, AuthorshipInQueueAnswer)
  @Refuses(404, 'Authorship request not found')
  async read(@Param('id') id: string): Promise<AuthorshipInQueueAnswer> {
    const request = isUuid(id) ? await this.requests.byId(id) : undefined;
    if (!request) throw notFound('Authorship request');
    return { authorship_request: request };
  }

  @Patch(':id')
  @Summary('Give or refuse the mark of a verified creator')
  @Answers(200, DecidedAuthorshipAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(404, 'Authorship request not found')
  @Refuses(409, 'Authorship request already decided')
  async decide(
    @Param('id') id: string,
    @Body() { status }: DecideAuthorshipInput,
    @TheCaller() { id: adminId }: Caller,
  ): Promise<DecidedAuthorshipAnswer> {
    const decided = await this.decideAuthorship.run(id, status, adminId);
    const { user_id, reviewed_by, reviewed_at } = decided;
    return {
      authorship_request: { id: decided.id, user_id, status: decided.status, reviewed_by, reviewed_at },
    };
  }
}
