import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { EditJob } from '../../listings/jobs/edit-job.js';
import { JobOfferRepository } from '../../listings/jobs/job-offer.repository.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound } from '../../platform/http/refusal.js';
import {
  EditedJobAnswer,
  EditJobInput,
  JobQueueAnswer,
  JobQueueQuery,
  JobToReviewAnswer,
} from './jobs.io.js';

@Controller('v1/admin/jobs')
@Access('admin')
export class AdminJobsController {
  constructor(
    private readonly jobs: JobOfferRepository,
    private readonly editJob: EditJob,
  ) {}

  @Get()
  @Summary('The jobs of all, newest first, fifty at a time')
  @Answers(200, JobQueueAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor')
  async list(@Query() { status, cursor }: JobQueueQuery): Promise<JobQueueAnswer> {
    const { rows, next_cursor } = await this.jobs.newest(status, cursor);
    return { jobs: rows, next_cursor };
  }

  @Get(':id')
  @Summary('A job, with its description')
  @Answers(200, JobToReviewAnswer)
  @Refuses(404, 'Job not found')
  async read(@Param('id') id: string): Promise<JobToReviewAnswer> {
    const job = isUuid(id) ? await this.jobs.byId(id) : undefined;
    if (!job) throw notFound('Job');
    return { job };
  }

  @Patch(':id')
  @Summary('Change a job: its words, or its status')
  @Answers(200, EditedJobAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(404, 'Job not found')
  async edit(
    @Param('id') jobId: string,
    @Body() input: EditJobInput,
    @TheCaller() caller: Caller,
  ): Promise<EditedJobAnswer> {
    const { id, title, status, updated_at } = await this.editJob.run(jobId, input, caller.id);
    return { job: { id, title, status, updated_at } };
  }
}
