import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsObject, IsString } from 'class-validator';
import { ListOf, Nested, Optional, Required, WebAddress, Words, Uuid } from '../../platform/http/input/fields.js';

const MOST_STICKERS = 200;

export class StickerInput {
  /** The id of a sticker that is in the pack already and is to be kept. */
  @Optional() @Uuid() id?: string;
  @Words(100) name!: string;
  @WebAddress() image_url!: string;
}

/** All stickers of the pack, in their order. */
const Stickers = () =>
  applyDecorators(
    Optional(),
    IsArray(),
    ArrayMaxSize(MOST_STICKERS),
    IsObject({ each: true }),
    ListOf(() => StickerInput),
  );

export class NewPackInput {
  @Required('Name is required') @Words(100) name!: string;
  /** The default is the image of the first sticker. */
  @Optional() @WebAddress() thumbnail_url?: string;
  @Stickers() stickers?: StickerInput[];
}

export class PackInput {
  @Optional() @Words(100) name?: string;
  @Optional() @WebAddress() thumbnail_url?: string;
  @Stickers() stickers?: StickerInput[];
}

export class StickerView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsString() image_url!: string;
}

export class StickerPackView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsString() thumbnail_url!: string;
  @ListOf(() => StickerView) stickers!: StickerView[];
}

export class StickerPackAnswer {
  @Nested(() => StickerPackView) pack!: StickerPackView;
}

export class StickerPacksAnswer {
  @ListOf(() => StickerPackView) packs!: StickerPackView[];
}
