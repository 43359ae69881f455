import { ArrayMaxSize, IsArray } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ArrayUnique, Optional, Uuid, Written } from '../../../platform/http/fields.js';

export const MOST_TAGS = 20;

export const Tags = () =>
  applyDecorators(Optional(), IsArray(), ArrayMaxSize(MOST_TAGS), Written(1, 40, { each: true }));

export const UploadIds = () =>
  applyDecorators(Optional(), IsArray(), ArrayMaxSize(10), ArrayUnique(), Uuid({ each: true }));
