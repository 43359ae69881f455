import { Controller, Get } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { Answers, Summary } from '../../platform/http/endpoint.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { StickerRepository } from './sticker.repository.js';
import { StickerPacksAnswer } from './stickers.io.js';

@Controller('v1/community/stickers')
@Access('user')
export class StickersController {
  constructor(private readonly stickers: StickerRepository) {}

  @Get()
  @Summary('All sticker packs with their stickers')
  @Answers(200, StickerPacksAnswer)
  async list(): Promise<RawJson> {
    return new RawJson(`{"packs":${await this.stickers.all()}}`);
  }
}
