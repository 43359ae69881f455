import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { AdsService } from '../../listings/ads/ads.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { AdQueueAnswer, AdQueueQuery, AdToReviewAnswer, DecideAdInput, DecidedAdAnswer } from './listings.dto.js';

@Controller('v1/admin/ads')
@Access('admin')
export class AdminAdsController {
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
