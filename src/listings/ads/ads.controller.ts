import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import { AdAnswer, AdInput, AdsAnswer, ImpressionAnswer } from './ads.dto.js';
import { AdsService } from './ads.service.js';

@Controller('v1/ads')
@Access('user')
export class AdsController {
  constructor(private readonly ads: AdsService) {}

  @Post()
  @Summary('Place an ad, which staff looks at before it is shown')
  @Creates(AdAnswer)
  create(@Body() input: AdInput, @TheCaller() caller: Caller): Promise<AdAnswer> {
    return this.ads.create(caller.id, input);
  }

  @Get()
  @Summary('The own ads, newest first')
  @AnswersPage(AdsAnswer)
  list(@Query() query: ListQuery, @TheCaller() caller: Caller): Promise<AdsAnswer> {
    return this.ads.listForUser(caller.id, query);
  }

  @Post(':id/impression')
  @Access('none')
  @Uncounted()
  @Summary('Count that an ad was shown; it pauses when its budget is spent')
  @Answers(200, ImpressionAnswer)
  countImpression(@IdParam('Ad') adId: string): Promise<ImpressionAnswer> {
    return this.ads.countImpression(adId);
  }
}
