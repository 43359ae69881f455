import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { Written } from '../../../platform/http/fields.js';

export const Title = () => Written(5, 200);
export const Tags = () => applyDecorators(IsArray(), ArrayMaxSize(5), Written(1, 30, { each: true }));

/** The same tag is written in one way, and stands there once. */
export const tidyTags = (tags: string[]) => [
  ...new Set(tags.map((tag) => tag.trim().toLowerCase().replace(/\s+/g, ' '))),
];

/** What everybody who writes may hear. */
export const WRITING_REFUSALS = {
  400: ['New members can post 2 links', 'New members can post 2 mentions'],
  403: ['Forbidden'],
  409: [
    'You are suspended until {time}',
    'You are banned from this forum',
    'Forum is read-only',
    'Category is archived',
    'New members can post {n} topics a day',
  ],
  429: ['Posting too fast'],
};
