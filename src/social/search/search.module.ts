import { Module } from '@nestjs/common';
import { BlocksModule } from '../blocks/blocks.module.js';
import { SearchController } from './search.controller.js';
import { PostSearchExtension, UserSearchExtension } from './search.extension.js';
import { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';

@Module({
  imports: [BlocksModule],
  controllers: [SearchController],
  providers: [SearchService, SearchRepository, PostSearchExtension, UserSearchExtension],
})
export class SearchModule {}
