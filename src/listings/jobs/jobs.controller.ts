import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { AnswersPage, Creates, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { JobOffersService } from './job-offers.service.js';
import { JobAnswer, JobInput, JobsAnswer } from './jobs.dto.js';

@Controller('v1/jobs')
@Access('user')
export class JobsController {
  constructor(private readonly jobOffers: JobOffersService) {}

  @Post()
  @Summary('Offer a job, which staff looks at before others see it')
  @Creates(JobAnswer)
  create(@Body() input: JobInput, @TheCaller() caller: Caller): Promise<JobAnswer> {
    return this.jobOffers.create(caller, input);
  }

  @Get()
  @Summary('Active jobs and all of the own, newest first')
  @AnswersPage(JobsAnswer)
  list(@Query() query: ListQuery, @TheCaller() caller: Caller): Promise<JobsAnswer> {
    return this.jobOffers.listVisible(caller.id, query);
  }
}
