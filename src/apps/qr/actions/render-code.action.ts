import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DrawingService, IMAGE_TYPES } from '../drawing/drawing.service.js';
import { lookOf } from '../drawing/looks.js';
import { LEVELS, Style } from '../drawing/style.input.js';
import { Code, CODE } from '../entities/code.entity.js';
import { type Format, FORMATS } from '../qr.settings.js';
import { BUSY, NO_FONT, STYLE_FAULTS } from '../refusals.js';

class Input {
  @Uuid() code_id!: string;
  @IsIn(FORMATS) format!: Format;
  /** The width in pixels; of a PNG, 512 if it is not given. */
  @Optional() @IsInt() @Min(128) @Max(2048) size?: number;
  /** Instead of the stored one. */
  @Optional() @Nested(() => Style) style?: Style;
}

class ImageView {
  @IsIn(FORMATS) format!: Format;
  @IsString() content_type!: string;
  /** SVG as text, PNG as base64. */
  @IsString() data!: string;
  /** In pixels; of an SVG without a size, in modules. */
  @IsInt() width!: number;
  @IsInt() height!: number;
  @IsInt() symbol_version!: number;
  /** On each side of the code, without its margin. */
  @IsInt() modules!: number;
  @IsIn(LEVELS) error_correction!: (typeof LEVELS)[number];
}

class Result extends answerWith('image', () => ImageView) {}

@Action('render-code', {
  access: 'owner',
  target: CODE,
  description: 'Draws a code, also in a style that is only tried out.',
  input: Input,
  result: Result,
  refuses: { 400: STYLE_FAULTS, 409: [BUSY], 503: [NO_FONT] },
})
export class RenderCode {
  constructor(private readonly drawings: DrawingService) {}

  async run({ input, target: code }: Call<Input, Code>): Promise<Result> {
    const { format, size, style } = input;
    const look = lookOf(style ?? code.style, code.logo_png);
    if (style) await this.drawings.prove(code.payload, look);
    const { data, ...image } = await this.drawings.draw(code.payload, look, format, size);
    return {
      image: {
        ...image,
        height: Math.ceil(image.height),
        format,
        content_type: IMAGE_TYPES[format],
        data: data.toString(format === 'svg' ? 'utf8' : 'base64'),
        error_correction: look.level,
      },
    };
  }
}
