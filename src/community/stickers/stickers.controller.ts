import { Controller, Get } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { Answers, Summary } from '../../platform/http/endpoint.js';
import { StickerPacksAnswer } from './stickers.dto.js';
import { StickersService } from './stickers.service.js';

@Controller('v1/community/stickers')
@Access('user')
export class StickersController {
  constructor(private readonly stickers: StickersService) {}

  @Get()
  @Summary('All sticker packs with their stickers')
  @Answers(200, StickerPacksAnswer)
  list() {
    return this.stickers.list();
  }
}
