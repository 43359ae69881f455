import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { presentAd } from '../../listings/ads/ad.presenter.js';
import { AdRepository } from '../../listings/ads/ad.repository.js';
import { DecideAd } from '../../listings/ads/decide-ad.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound } from '../../platform/http/refusal.js';
import { AdQueueAnswer, AdQueueQuery, AdToReviewAnswer, DecideAdInput, DecidedAdAnswer } from './ads.io.js';

@Controller('v1/admin/ads')
@Access('admin')
export class AdminAdsController {
  constructor(
    private readonly ads: AdRepository,
    private readonly decideAd: DecideAd,
  ) {}

  @Get()
  @Summary('The ads of all, newest first, fifty at a time')
  @Answers(200, AdQueueAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor')
  async list(@Query() { status, cursor }: AdQueueQuery): Promise<AdQueueAnswer> {
    const { rows, next_cursor } = await this.ads.newest(status, cursor);
    return { ads: rows.map(presentAd), next_cursor };
  }

  @Get(':id')
  @Summary('An ad, with what it shows and where it leads')
  @Answers(200, AdToReviewAnswer)
  @Refuses(404, 'Ad not found')
  async read(@Param('id') id: string): Promise<AdToReviewAnswer> {
    const ad = isUuid(id) ? await this.ads.byId(id) : undefined;
    if (!ad) throw notFound('Ad');
    return { ad: presentAd(ad) };
  }

  @Patch(':id')
  @Summary('Let an ad run, or stop it')
  @Answers(200, DecidedAdAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(404, 'Ad not found')
  async decide(
    @Param('id') adId: string,
    @Body() input: DecideAdInput,
    @TheCaller() caller: Caller,
  ): Promise<DecidedAdAnswer> {
    const { id, title, status, updated_at } = await this.decideAd.run(adId, input.status, caller.id);
    return { ad: { id, title, status, updated_at } };
  }
}
