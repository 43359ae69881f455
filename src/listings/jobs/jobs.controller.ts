import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { JobOfferRepository } from './job-offer.repository.js';
import { JobAnswer, JobInput, JobsAnswer } from './jobs.io.js';
import { OfferJob } from './offer-job.js';

@Controller('v1/jobs')
@Access('user')
export class JobsController {
  constructor(
    private readonly offerJob: OfferJob,
    private readonly jobs: JobOfferRepository,
  ) {}

  @Post()
  @Summary('Offer a job, which staff looks at before others see it')
  @Creates(JobAnswer)
  async offer(@Body() input: JobInput, @TheCaller() { id, username }: Caller): Promise<JobAnswer> {
    return { job: { ...(await this.offerJob.run(id, input)), poster: { id, username } } };
  }

  @Get()
  @Summary('Active jobs and all of the own, newest first')
  @Answers(200, JobsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<JobsAnswer> {
    const { rows, next_cursor } = await this.jobs.visible(id, query);
    return { jobs: rows, next_cursor };
  }
}
