import { Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { BlocksAnswer } from './blocks.dto.js';
import { BlocksService, cannotBlockSelf } from './blocks.service.js';

@Controller('v1')
@Access('user')
export class BlocksController {
  constructor(private readonly blocks: BlocksService) {}

  @Get('blocks')
  @Summary('Whom the caller has blocked, newest first')
  @AnswersPage(BlocksAnswer)
  list(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<BlocksAnswer> {
    return this.blocks.list(id, query);
  }

  @Put('users/:id/block')
  @Summary('Block a user, which ends follows and requests both ways')
  @Answers(200, Done)
  @Refuses(cannotBlockSelf)
  async block(@IdParam('User') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.blocks.block(caller.id, id);
    return { message: 'User blocked' };
  }

  @Delete('users/:id/block')
  @Summary('Take a block back')
  @Answers(200, Done)
  @Refuses(404, 'User not found')
  async unblock(@Param('id') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.blocks.unblock(caller.id, id);
    return { message: 'User unblocked' };
  }
}
