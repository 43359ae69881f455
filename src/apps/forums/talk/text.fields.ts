import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { Written } from '../../../platform/http/input/fields.js';

export const Title = () => Written(5, 200);
export const Tags = () => applyDecorators(IsArray(), ArrayMaxSize(5), Written(1, 30, { each: true }));

/** The same tag is written in one way, and stands there once. */
export const tidyTags = (tags: string[]) => [
  ...new Set(tags.map((tag) => tag.trim().toLowerCase().replace(/\s+/g, ' '))),
];
