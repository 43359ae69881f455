import { Module } from '@nestjs/common';
import { DirectModule } from '../direct/direct.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { TypingController } from './typing.controller.js';
import { TypingService } from './typing.service.js';

@Module({
  imports: [DirectModule, RoomsModule],
  controllers: [TypingController],
  providers: [TypingService],
})
export class TypingModule {}
