import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { KeepStickers } from '../../community/stickers/keep-stickers.js';
import { StickerRepository } from '../../community/stickers/sticker.repository.js';
import {
  NewPackInput,
  PackInput,
  StickerPackAnswer,
  StickerPacksAnswer,
} from '../../community/stickers/stickers.io.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { RawJson } from '../../platform/http/raw-json.js';

@Controller('v1/admin/sticker-packs')
@Access('admin')
export class AdminStickerPacksController {
  constructor(
    private readonly stickers: StickerRepository,
    private readonly keep: KeepStickers,
  ) {}

  @Get()
  @Summary('All sticker packs with their stickers')
  @Answers(200, StickerPacksAnswer)
  async list(): Promise<RawJson> {
    return new RawJson(`{"packs":${await this.stickers.all()}}`);
  }

  @Post()
  @Summary('Make a sticker pack')
  @Creates(StickerPackAnswer)
  @Refuses(400, 'Name is required')
  @Refuses(404, 'Sticker not found')
  async create(@Body() input: NewPackInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return answer(await this.keep.create(id, input));
  }

  @Patch(':id')
  @Summary('Change a sticker pack; stickers that are given are all that it has from then on')
  @Answers(200, StickerPackAnswer)
  @Refuses(404, 'Sticker pack not found', 'Sticker not found')
  async update(
    @Param('id') packId: string,
    @Body() input: PackInput,
    @TheCaller() { id }: Caller,
  ): Promise<RawJson> {
    return answer(await this.keep.update(packId, id, input));
  }

  @Delete(':id')
  @Summary('Delete a sticker pack with its stickers')
  @Answers(200, Done)
  @Refuses(404, 'Sticker pack not found')
  async delete(@Param('id') packId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.keep.delete(packId, id);
    return { message: 'Sticker pack deleted' };
  }
}

const answer = (pack: string) => new RawJson(`{"pack":${pack}}`);
