import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { AuthorshipService } from '../../moderation/authorship/authorship.service.js';
import { BlacklistService } from '../../moderation/blacklist/blacklist.service.js';
import { ReportReviewService } from '../../moderation/reports/reports.service.js';
import { CensorsService } from '../../moderation/word-filter/censors.service.js';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Creates } from '../../platform/http/idempotency.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import {
  AuthorshipInQueueAnswer,
  AuthorshipQueueAnswer,
  AuthorshipQueueQuery,
  BlacklistAnswer,
  BlacklistEntryAnswer,
  BlacklistInput,
  CensorAnswer,
  CensorInput,
  CensorPreviewAnswer,
  CensorPreviewInput,
  CensorsAnswer,
  DecideAuthorshipInput,
  DecidedAuthorshipAnswer,
  DecidedReportAnswer,
  DecideReportInput,
  ReportInQueueAnswer,
  ReportsInQueueAnswer,
  ReportsQuery,
} from './moderation.dto.js';

@Controller('v1/admin/reports')
@Access('admin')
class AdminReportsController {
  constructor(private readonly reports: ReportReviewService) {}

  @Get()
  @Summary('What was reported, newest first')
  @Answers(200, ReportsInQueueAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  list(@Query() { status, ...page }: ReportsQuery): Promise<ReportsInQueueAnswer> {
    return this.reports.list(status, page);
  }

  @Get(':id')
  @Summary('A report, with the thing that was reported')
  @Answers(200, ReportInQueueAnswer)
  read(@IdParam('Report') id: string): Promise<ReportInQueueAnswer> {
    return this.reports.find(id);
  }

  @Patch(':id')
  @Summary('Decide a report; what reports have hidden comes back when all of them are dismissed')
  @Answers(200, DecidedReportAnswer)
  @Refuses(400, 'Invalid status')
  async decide(
    @IdParam('Report') id: string,
    @Body() { status }: DecideReportInput,
    @TheCaller() { id: adminId }: Caller,
  ): Promise<DecidedReportAnswer> {
    return { report: await this.reports.decide(id, status, adminId) };
  }
}

@Controller('v1/admin/authorship-requests')
@Access('admin')
class AdminAuthorshipController {
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

@Controller('v1/admin/blacklist')
@Access('admin')
class AdminBlacklistController {
  constructor(private readonly blacklist: BlacklistService) {}

  @Get()
  @Summary('Who may not sign up, newest first')
  @Answers(200, BlacklistAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  list(@Query() query: ListQuery): Promise<BlacklistAnswer> {
    return this.blacklist.list(query);
  }

  @Post()
  @Summary('Keep an address, domain, network or username out; the same again is the one that is there')
  @Creates(BlacklistEntryAnswer)
  @Refuses(400, 'Type and value are required')
  add(@Body() input: BlacklistInput, @TheCaller() { id }: Caller): Promise<BlacklistEntryAnswer> {
    return this.blacklist.add(id, input);
  }

  @Delete(':id')
  @Summary('Take an entry off the blacklist')
  @Answers(200, Done)
  async remove(@IdParam('Blacklist entry') entryId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.blacklist.remove(entryId, id);
    return { message: 'Blacklist entry deleted' };
  }
}

@Controller('v1/admin/censors')
@Access('admin')
class AdminCensorsController {
  constructor(
    private readonly censors: CensorsService,
    private readonly filter: WordFilterService,
  ) {}

  @Get()
  @Summary('The patterns that texts are searched for, newest first')
  @Answers(200, CensorsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  list(@Query() query: ListQuery): Promise<CensorsAnswer> {
    return this.censors.list(query);
  }

  @Post()
  @Summary('Add a pattern; what it finds in texts that are written from then on is replaced')
  @Creates(CensorAnswer)
  @Refuses(400, 'Pattern is required', 'Invalid pattern')
  @Refuses(409, 'Too many censors')
  add(@Body() input: CensorInput, @TheCaller() { id }: Caller): Promise<CensorAnswer> {
    return this.censors.add(id, input);
  }

  @Post('preview')
  @Summary('What a pattern would make of a text')
  @Answers(200, CensorPreviewAnswer)
  @Refuses(400, 'Pattern is required', 'Invalid pattern')
  @Refuses(503, 'Service unavailable')
  preview(@Body() input: CensorPreviewInput): Promise<CensorPreviewAnswer> {
    return this.filter.preview(input);
  }

  @Delete(':id')
  @Summary('Remove a pattern')
  @Answers(200, Done)
  async remove(@IdParam('Censor') censorId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.censors.remove(censorId, id);
    return { message: 'Censor deleted' };
  }
}

export const MODERATION_CONTROLLERS = [
  AdminReportsController,
  AdminAuthorshipController,
  AdminBlacklistController,
  AdminCensorsController,
];
