import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { AnswersPage, Creates, Refuses, Summary } from '../../platform/http/endpoint.js';
import { cannotTip, ownTip, TipsService } from './tips.service.js';
import { TipAnswer, TipInput, TipsAnswer, TipsQuery } from './tips.dto.js';

@Controller('v1/community/tips')
@Access('user')
export class TipsController {
  constructor(private readonly tips: TipsService) {}

  @Get()
  @Summary('Tips that the caller gave and got, newest first')
  @AnswersPage(TipsAnswer)
  list(@Query() query: TipsQuery, @TheCaller() { id }: Caller) {
    return this.tips.list(id, query);
  }

  @Post()
  @Summary('Tip somebody: from the wallet at once where that has so much, otherwise from its next credit')
  @Creates(TipAnswer, 200)
  @Refuses(ownTip, cannotTip)
  @Refuses(404, 'User not found')
  create(@Body() input: TipInput, @TheCaller() { id }: Caller) {
    return this.tips.send(id, input);
  }
}
