import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import {
  CategoriesAnswer,
  CategoryAnswer,
  CategoryInput,
  NewCategoryInput,
} from '../../listings/categories/categories.dto.js';
import { CategoriesService } from '../../listings/categories/categories.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';

@Controller('v1/admin/categories')
@Access('admin')
export class AdminCategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @Summary('All categories, by name')
  @Answers(200, CategoriesAnswer)
  async list(): Promise<CategoriesAnswer> {
    return { categories: await this.categories.list() };
  }

  @Post()
  @Summary('Make a category')
  @Creates(CategoryAnswer)
  @Refuses(400, 'Name is required')
  create(@Body() input: NewCategoryInput, @TheCaller() { id }: Caller): Promise<CategoryAnswer> {
    return this.categories.create(id, input);
  }

  @Patch(':id')
  @Summary('Rename a category, or move it with all that lies in it')
  @Answers(200, CategoryAnswer)
  async update(
    @IdParam('Category') categoryId: string,
    @Body() input: CategoryInput,
    @TheCaller() { id }: Caller,
  ): Promise<CategoryAnswer> {
    return { category: await this.categories.update(categoryId, id, input) };
  }

  @Delete(':id')
  @Summary('Delete a category; what lay in it lies from then on where it lay')
  @Answers(200, Done)
  async delete(@IdParam('Category') categoryId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.categories.delete(categoryId, id);
    return { message: 'Category deleted' };
  }
}
