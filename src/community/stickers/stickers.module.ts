import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { Sticker, StickerPack } from './sticker.entity.js';
import { StickerRepository } from './sticker.repository.js';
import { StickersController } from './stickers.controller.js';
import { StickersService } from './stickers.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [StickerPack, Sticker] })],
  controllers: [StickersController],
  providers: [StickerRepository, StickersService],
  exports: [StickersService],
})
export class StickersModule {}
