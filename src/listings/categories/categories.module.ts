import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { CategoriesService } from './categories.service.js';
import { Category } from './category.entity.js';
import { CategoryRepository } from './category.repository.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Category] })],
  providers: [CategoryRepository, CategoriesService],
  exports: [CategoriesService],
})
export class CategoriesModule {}
