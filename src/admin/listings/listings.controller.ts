import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { AdsService } from '../../listings/ads/ads.service.js';
import {
  CategoriesAnswer,
  CategoryAnswer,
  CategoryInput,
  NewCategoryInput,
} from '../../listings/categories/categories.dto.js';
import { CategoriesService } from '../../listings/categories/categories.service.js';
import { JobOffersService } from '../../listings/jobs/job-offers.service.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Creates } from '../../platform/http/idempotency.js';
import {
  AdQueueAnswer,
  AdQueueQuery,
  AdToReviewAnswer,
  DecideAdInput,
  DecidedAdAnswer,
  EditedJobAnswer,
  EditJobInput,
  JobQueueAnswer,
  JobQueueQuery,
  JobToReviewAnswer,
} from './listings.dto.js';

@Controller('v1/admin/ads')
@Access('admin')
class AdminAdsController {
  constructor(private readonly ads: AdsService) {}

  @Get()
  @Summary('The ads of all, newest first, fifty at a time')
  @Answers(200, AdQueueAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor')
  list(@Query() { status, cursor }: AdQueueQuery): Promise<AdQueueAnswer> {
    return this.ads.listForReview(status, cursor);
  }

  @Get(':id')
  @Summary('An ad, with what it shows and where it leads')
  @Answers(200, AdToReviewAnswer)
  async find(@IdParam('Ad') id: string): Promise<AdToReviewAnswer> {
    return { ad: await this.ads.findForReview(id) };
  }

  @Patch(':id')
  @Summary('Let an ad run, or stop it')
  @Answers(200, DecidedAdAnswer)
  @Refuses(400, 'Invalid status')
  async review(
    @IdParam('Ad') adId: string,
    @Body() input: DecideAdInput,
    @TheCaller() caller: Caller,
  ): Promise<DecidedAdAnswer> {
    const { id, title, status, updated_at } = await this.ads.review(adId, input.status, caller.id);
    return { ad: { id, title, status, updated_at } };
  }
}

@Controller('v1/admin/jobs')
@Access('admin')
class AdminJobsController {
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

@Controller('v1/admin/categories')
@Access('admin')
class AdminCategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @Summary('All categories, by name')
  @Answers(200, CategoriesAnswer)
  async list(): Promise<CategoriesAnswer> {
    return { categories: await this.categories.list() };
  }

  @Post()
  @Summary('Make a category')
  @Creates(CategoryAnswer)
  @Refuses(400, 'Name is required')
  create(@Body() input: NewCategoryInput, @TheCaller() { id }: Caller): Promise<CategoryAnswer> {
    return this.categories.create(id, input);
  }

  @Patch(':id')
  @Summary('Rename a category, or move it with all that lies in it')
  @Answers(200, CategoryAnswer)
  async update(
    @IdParam('Category') categoryId: string,
    @Body() input: CategoryInput,
    @TheCaller() { id }: Caller,
  ): Promise<CategoryAnswer> {
    return { category: await this.categories.update(categoryId, id, input) };
  }

  @Delete(':id')
  @Summary('Delete a category; what lay in it lies from then on where it lay')
  @Answers(200, Done)
  async delete(@IdParam('Category') categoryId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.categories.delete(categoryId, id);
    return { message: 'Category deleted' };
  }
}

export const LISTINGS_CONTROLLERS = [AdminAdsController, AdminJobsController, AdminCategoriesController];
