import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { BlacklistService } from '../../moderation/blacklist/blacklist.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { BlacklistAnswer, BlacklistEntryAnswer, BlacklistInput } from './moderation.dto.js';

@Controller('v1/admin/blacklist')
@Access('admin')
export class AdminBlacklistController {
  constructor(private readonly blacklist: BlacklistService) {}

  @Get()
  @Summary('Who may not sign up, newest first')
  @AnswersPage(BlacklistAnswer)
  list(@Query() query: ListQuery): Promise<BlacklistAnswer> {
    return this.blacklist.list(query);
  }

  @Post()
  @Summary('Keep an address, domain, network or username out; the same again is the one that is there')
  @Creates(BlacklistEntryAnswer)
  @Refuses(400, 'Type and value are required')
  add(@Body() input: BlacklistInput, @TheCaller() { id }: Caller): Promise<BlacklistEntryAnswer> {
    return this.blacklist.add(id, input);
  }

  @Delete(':id')
  @Summary('Take an entry off the blacklist')
  @Answers(200, Done)
  async remove(@IdParam('Blacklist entry') entryId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.blacklist.remove(entryId, id);
    return { message: 'Blacklist entry deleted' };
  }
}
