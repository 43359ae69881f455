import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { JobOffersService } from '../../listings/jobs/job-offers.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { EditedJobAnswer, EditJobInput, JobQueueAnswer, JobQueueQuery, JobToReviewAnswer } from './listings.dto.js';

@Controller('v1/admin/jobs')
@Access('admin')
export class AdminJobsController {
  constructor(private readonly jobOffers: JobOffersService) {}

  @Get()
  @Summary('The jobs of all, newest first, fifty at a time')
  @Answers(200, JobQueueAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor')
  list(@Query() { status, cursor }: JobQueueQuery): Promise<JobQueueAnswer> {
    return this.jobOffers.listForReview(status, cursor);
  }

  @Get(':id')
  @Summary('A job, with its description')
  @Answers(200, JobToReviewAnswer)
  async find(@IdParam('Job') id: string): Promise<JobToReviewAnswer> {
    return { job: await this.jobOffers.findForReview(id) };
  }

  @Patch(':id')
  @Summary('Change a job: its words, or its status')
  @Answers(200, EditedJobAnswer)
  @Refuses(400, 'Invalid status')
  async edit(
    @IdParam('Job') jobId: string,
    @Body() input: EditJobInput,
    @TheCaller() caller: Caller,
  ): Promise<EditedJobAnswer> {
    const { id, title, status, updated_at } = await this.jobOffers.edit(jobId, input, caller.id);
    return { job: { id, title, status, updated_at } };
  }
}
