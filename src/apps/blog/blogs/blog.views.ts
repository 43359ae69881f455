import { IsString } from 'class-validator';
import { viewOf } from '../../kernel/rows/view.js';
import { Blog } from './blog.entity.js';

export class BlogView extends viewOf(Blog) {
  @IsString() url!: string;
}
