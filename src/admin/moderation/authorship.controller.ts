import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { AuthorshipService } from '../../moderation/authorship/authorship.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import {
  AuthorshipInQueueAnswer,
  AuthorshipQueueAnswer,
  AuthorshipQueueQuery,
  DecideAuthorshipInput,
  DecidedAuthorshipAnswer,
} from './moderation.dto.js';

@Controller('v1/admin/authorship-requests')
@Access('admin')
export class AdminAuthorshipController {
  constructor(private readonly authorship: AuthorshipService) {}

  @Get()
  @Summary('Who asks for the mark of a verified creator, newest first')
  @Answers(200, AuthorshipQueueAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  list(@Query() { status, ...page }: AuthorshipQueueQuery): Promise<AuthorshipQueueAnswer> {
    return this.authorship.listQueue(status, page);
  }

  @Get(':id')
  @Summary('A request, with the note to staff')
  @Answers(200, AuthorshipInQueueAnswer)
  read(@IdParam('Authorship request') id: string): Promise<AuthorshipInQueueAnswer> {
    return this.authorship.find(id);
  }

  @Patch(':id')
  @Summary('Give or refuse the mark of a verified creator')
  @Answers(200, DecidedAuthorshipAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(409, 'Authorship request already decided')
  async decide(
    @IdParam('Authorship request') id: string,
    @Body() { status }: DecideAuthorshipInput,
    @TheCaller() { id: adminId }: Caller,
  ): Promise<DecidedAuthorshipAnswer> {
    const { created_at: _, ...decided } = await this.authorship.decide(id, status, adminId);
    return { authorship_request: decided };
  }
}
