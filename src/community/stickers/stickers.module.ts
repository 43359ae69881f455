import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { Sticker, StickerPack } from './sticker.entity.js';
import { StickerPackRepository } from './sticker-pack.repository.js';
import { StickersController } from './stickers.controller.js';
import { StickersService } from './stickers.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [StickerPack, Sticker] })],
  controllers: [StickersController],
  providers: [StickerPackRepository, StickersService],
  exports: [StickersService],
})
export class StickersModule {}
