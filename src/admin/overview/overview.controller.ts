import { Controller, Get, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { Answers, Summary } from '../../platform/http/endpoint.js';
import { OverviewAnswer, OverviewQuery } from './overview.io.js';
import { OverviewRepository } from './overview.repository.js';

@Controller('v1/admin/overview')
@Access('admin')
export class OverviewController {
  constructor(private readonly overview: OverviewRepository) {}

  @Get()
  @Summary('What waits for staff, and how the platform grows')
  @Answers(200, OverviewAnswer)
  async show(@Query() { days = '30' }: OverviewQuery): Promise<OverviewAnswer> {
    const [waiting, totals, each] = await Promise.all([
      this.overview.waiting(),
      this.overview.totals(),
      this.overview.days(Number(days)),
    ]);
    return { waiting, totals, days: each };
  }
}
