import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { forbidden } from '../../platform/http/refusal.js';
import { CreateStoryInput, StoriesAnswer, StoryAnswer, StoryViewsAnswer } from './stories.dto.js';
import { StoriesService } from './stories.service.js';

@Controller('v1/stories')
@Access('user')
export class StoriesController {
  constructor(private readonly stories: StoriesService) {}

  @Get()
  @Summary('Stories of the followed and of the caller that have not ended, newest first')
  @Answers(200, StoriesAnswer)
  active(@TheCaller() { id }: Caller): Promise<RawJson> {
    return this.stories.listActive(id);
  }

  @Post()
  @Summary('Tell a story, to be seen for 24 hours')
  @Creates(StoryAnswer)
  create(@Body() input: CreateStoryInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return this.stories.create(id, input);
  }

  @Get(':id')
  @Summary('One story; its owner sees it after its end too')
  @Answers(200, StoryAnswer)
  find(@IdParam('Story') id: string, @TheCaller() caller: Caller): Promise<RawJson> {
    return this.stories.find(id, caller);
  }

  @Delete(':id')
  @Summary('Delete a story, as its owner or as an admin')
  @Answers(200, Done)
  @Refuses(forbidden)
  async delete(@IdParam('Story') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.stories.delete(id, caller);
    return { message: 'Story deleted' };
  }

  @Post(':id/view')
  @Summary('Record that the caller has seen a story; more than once is once')
  @Answers(200, Done)
  async view(@IdParam('Story') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.stories.recordView(id, caller);
    return { message: 'View recorded' };
  }

  @Get(':id/views')
  @Summary('Who has seen a story and when, newest first: for its owner')
  @AnswersPage(StoryViewsAnswer)
  @Refuses(forbidden)
  views(@IdParam('Story') id: string, @Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.stories.listViews(id, caller, query);
  }
}
