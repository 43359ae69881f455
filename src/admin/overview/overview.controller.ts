import { Controller, Get, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { Answers, Summary } from '../../platform/http/endpoint.js';
import { OverviewAnswer, OverviewQuery } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@Controller('v1/admin/overview')
@Access('admin')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @Summary('What waits for staff, and how the platform grows')
  @Answers(200, OverviewAnswer)
  show(@Query() { days = '30' }: OverviewQuery): Promise<OverviewAnswer> {
    return this.overview.get(Number(days));
  }
}
