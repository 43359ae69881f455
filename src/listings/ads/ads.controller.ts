import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import { presentAd } from './ad.presenter.js';
import { AdRepository } from './ad.repository.js';
import { AdAnswer, AdInput, AdsAnswer, ImpressionAnswer } from './ads.io.js';
import { CountImpression } from './count-impression.js';
import { PlaceAd } from './place-ad.js';

@Controller('v1/ads')
@Access('user')
export class AdsController {
  constructor(
    private readonly placeAd: PlaceAd,
    private readonly countImpression: CountImpression,
    private readonly ads: AdRepository,
  ) {}

  @Post()
  @Summary('Place an ad, which staff looks at before it is shown')
  @Creates(AdAnswer)
  async place(@Body() input: AdInput, @TheCaller() { id }: Caller): Promise<AdAnswer> {
    return { ad: presentAd(await this.placeAd.run(id, input)) };
  }

  @Get()
  @Summary('The own ads, newest first')
  @Answers(200, AdsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<AdsAnswer> {
    const { rows, next_cursor } = await this.ads.ofUser(id, query);
    return { ads: rows.map(presentAd), next_cursor };
  }

  @Post(':id/impression')
  @Access('none')
  @Uncounted()
  @Summary('Count that an ad was shown; it pauses when its budget is spent')
  @Answers(200, ImpressionAnswer)
  @Refuses(404, 'Ad not found')
  async impression(@Param('id') adId: string): Promise<ImpressionAnswer> {
    const { ad_id, views_count, status } = await this.countImpression.run(adId);
    return { impression: { ad_id, views_count: Number(views_count), status } };
  }
}
