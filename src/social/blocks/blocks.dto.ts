import { IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time } from '../../platform/http/input/fields.js';
import { AuthorView } from '../common/person.js';

export class BlockView {
  @Nested(() => AuthorView) user!: AuthorView;
  @Time() created_at!: Date;
}

export class BlocksAnswer {
  @ListOf(() => BlockView) blocks!: BlockView[];
  @Nullable() @IsString() next_cursor!: string | null;
}
