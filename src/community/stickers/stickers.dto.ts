import { ArrayMaxSize, IsArray, IsObject, IsString } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { ListOf, Optional, Required, Uuid, WebAddress, Words } from '../../platform/http/fields.js';

const MOST_STICKERS = 200;

export class StickerInput {
  /** The id of a sticker that is in the pack already and is to be kept. */
  @Optional() @Uuid() id?: string;
  @Words(100) name!: string;
  @WebAddress() image_url!: string;
}

class PackDetails {
  /** The default of a new pack is the image of the first sticker. */
  @Optional() @WebAddress() thumbnail_url?: string;
  /** All stickers of the pack, in their order. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_STICKERS)
  @IsObject({ each: true })
  @ListOf(() => StickerInput)
  stickers?: StickerInput[];
}

export class NewPackInput extends PackDetails {
  @Required('Name is required') @Words(100) name!: string;
}

export class PackInput extends PackDetails {
  @Optional() @Words(100) name?: string;
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

export class StickerPackAnswer extends answerWith('pack', () => StickerPackView) {}

export class StickerPacksAnswer {
  @ListOf(() => StickerPackView) packs!: StickerPackView[];
}
