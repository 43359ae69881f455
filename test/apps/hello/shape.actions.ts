import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { Action, type Call } from '../../../src/apps/kernel/calls/action.js';
import { ForAdmins } from '../../../src/apps/kernel/calls/admin-fields.js';
import { ByKind } from '../../../src/apps/kernel/calls/by-kind.js';
import { Optional, Written } from '../../../src/platform/http/fields.js';

class Square {
  @IsInt() side!: number;
}

class Label {
  @Written(1, 50) words!: string;
}

const SHAPES = { square: Square, label: Label };

class ShapeInput {
  @IsIn(Object.keys(SHAPES)) kind!: keyof typeof SHAPES;
  @ByKind(SHAPES) content!: object;
  @Optional() @ForAdmins() @IsBoolean() pinned?: boolean;
}

class ShapeResult {
  @IsString() shape!: string;
}

@Action('draw-shape', {
  access: 'authenticated',
  description: 'A shape of some kind; administrators may pin it.',
  input: ShapeInput,
  result: ShapeResult,
})
export class DrawShape {
  async run({ input: { content, pinned } }: Call<ShapeInput>) {
    return { shape: `${content.constructor.name} ${JSON.stringify(content)}${pinned === undefined ? '' : ' pinned'}` };
  }
}
