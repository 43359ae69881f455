import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import {
  NewPackInput,
  PackInput,
  StickerPackAnswer,
  StickerPacksAnswer,
} from '../../community/stickers/stickers.dto.js';
import { StickersService } from '../../community/stickers/stickers.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import type { RawJson } from '../../platform/http/raw-json.js';

@Controller('v1/admin/sticker-packs')
@Access('admin')
export class AdminStickerPacksController {
  constructor(private readonly stickers: StickersService) {}

  @Get()
  @Summary('All sticker packs with their stickers')
  @Answers(200, StickerPacksAnswer)
  list(): Promise<RawJson> {
    return this.stickers.list();
  }

  @Post()
  @Summary('Make a sticker pack')
  @Creates(StickerPackAnswer)
  @Refuses(400, 'Name is required')
  @Refuses(404, 'Sticker not found')
  create(@Body() input: NewPackInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return this.stickers.create(id, input);
  }

  @Patch(':id')
  @Summary('Change a sticker pack; stickers that are given are all that it has from then on')
  @Answers(200, StickerPackAnswer)
  @Refuses(404, 'Sticker not found')
  update(
    @IdParam('Sticker pack') packId: string,
    @Body() input: PackInput,
    @TheCaller() { id }: Caller,
  ): Promise<RawJson> {
    return this.stickers.update(packId, id, input);
  }

  @Delete(':id')
  @Summary('Delete a sticker pack with its stickers')
  @Answers(200, Done)
  async delete(@IdParam('Sticker pack') packId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.stickers.delete(packId, id);
    return { message: 'Sticker pack deleted' };
  }
}
