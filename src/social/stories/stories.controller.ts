import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, isAdmin, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { CreateStoryInput, StoriesAnswer, StoryAnswer, StoryViewsAnswer } from './stories.io.js';
import { StoryRepository } from './story.repository.js';
import { TellStory } from './tell-story.js';

@Controller('v1/stories')
@Access('user')
export class StoriesController {
  constructor(
    private readonly stories: StoryRepository,
    private readonly tell: TellStory,
  ) {}

  @Get()
  @Summary('Stories of the followed and of the caller that have not ended, newest first')
  @Answers(200, StoriesAnswer)
  async active(@TheCaller() { id }: Caller): Promise<RawJson> {
    return new RawJson(`{"stories":${await this.stories.active(id)}}`);
  }

  @Post()
  @Summary('Tell a story, to be seen for 24 hours')
  @Creates(StoryAnswer)
  async create(@Body() input: CreateStoryInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return answer(await this.tell.create(id, input));
  }

  @Get(':id')
  @Summary('One story; its owner sees it after its end too')
  @Answers(200, StoryAnswer)
  @Refuses(404, 'Story not found')
  async find(@Param('id') id: string, @TheCaller() caller: Caller): Promise<RawJson> {
    const json = isUuid(id) && (await this.stories.single(id, caller.id, isAdmin(caller)));
    if (!json) throw notFound('Story');
    return answer(json);
  }

  @Delete(':id')
  @Summary('Delete a story, as its owner or as an admin')
  @Answers(200, Done)
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Story not found')
  async delete(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.tell.delete(id, caller);
    return { message: 'Story deleted' };
  }

  @Post(':id/view')
  @Summary('Record that the caller has seen a story; more than once is once')
  @Answers(200, Done)
  @Refuses(404, 'Story not found')
  async view(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.tell.view(id, caller);
    return { message: 'View recorded' };
  }

  @Get(':id/views')
  @Summary('Who has seen a story and when, newest first: for its owner')
  @Answers(200, StoryViewsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Story not found')
  async views(
    @Param('id') id: string,
    @Query() query: ListQuery,
    @TheCaller() caller: Caller,
  ): Promise<StoryViewsAnswer> {
    const owner = isUuid(id) && (await this.stories.ownerOf(id, caller.id, isAdmin(caller)));
    if (!owner) throw notFound('Story');
    if (owner !== caller.id) throw forbidden();
    const { rows, next_cursor } = await this.stories.views(id, query);
    return { views: rows, next_cursor };
  }
}

const answer = (story: string) => new RawJson(`{"story":${story}}`);
