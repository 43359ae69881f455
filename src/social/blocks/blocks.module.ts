import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { Block } from './block.entity.js';
import { BlockRepository } from './block.repository.js';
import { BlocksController } from './blocks.controller.js';
import { BlocksService } from './blocks.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Block] })],
  controllers: [BlocksController],
  providers: [BlocksService, BlockRepository],
  exports: [BlockRepository],
})
export class BlocksModule {}
