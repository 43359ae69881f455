import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { CensorsService } from '../../moderation/word-filter/censors.service.js';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { CensorAnswer, CensorInput, CensorPreviewAnswer, CensorPreviewInput, CensorsAnswer } from './moderation.dto.js';

@Controller('v1/admin/censors')
@Access('admin')
export class AdminCensorsController {
  constructor(
    private readonly censors: CensorsService,
    private readonly filter: WordFilterService,
  ) {}

  @Get()
  @Summary('The patterns that texts are searched for, newest first')
  @AnswersPage(CensorsAnswer)
  list(@Query() query: ListQuery): Promise<CensorsAnswer> {
    return this.censors.list(query);
  }

  @Post()
  @Summary('Add a pattern; what it finds in texts that are written from then on is replaced')
  @Creates(CensorAnswer)
  @Refuses(400, 'Pattern is required', 'Invalid pattern')
  @Refuses(409, 'Too many censors')
  add(@Body() input: CensorInput, @TheCaller() { id }: Caller): Promise<CensorAnswer> {
    return this.censors.add(id, input);
  }

  @Post('preview')
  @Summary('What a pattern would make of a text')
  @Answers(200, CensorPreviewAnswer)
  @Refuses(400, 'Pattern is required', 'Invalid pattern')
  @Refuses(503, 'Service unavailable')
  preview(@Body() input: CensorPreviewInput): Promise<CensorPreviewAnswer> {
    return this.filter.preview(input);
  }

  @Delete(':id')
  @Summary('Remove a pattern')
  @Answers(200, Done)
  async remove(@IdParam('Censor') censorId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.censors.remove(censorId, id);
    return { message: 'Censor deleted' };
  }
}
