import { Module } from '@nestjs/common';
import { ProcessorClient } from './processor.client.js';
import { ReturnAddressesService } from './return-addresses.service.js';
import { ReturnPagesController } from './return-pages.controller.js';

@Module({
  controllers: [ReturnPagesController],
  providers: [ProcessorClient, ReturnAddressesService],
  exports: [ProcessorClient, ReturnAddressesService],
})
export class ProcessorModule {}
