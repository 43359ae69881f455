import { Controller, Get, Query } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { AnswersPage, Summary } from '../../platform/http/endpoint.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { SearchAnswer, SearchQuery } from './search.dto.js';
import { SearchService } from './search.service.js';

@Controller('v1/search')
@Access('user')
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  @Get()
  @Summary('Find posts, users or rooms by words, newest first')
  @AnswersPage(SearchAnswer)
  search(@Query() query: SearchQuery, @TheCaller() caller: Caller): Promise<SearchAnswer | RawJson> {
    return this.searches.search(query, caller);
  }
}
