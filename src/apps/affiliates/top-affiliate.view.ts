import { IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Uuid } from '../../platform/http/fields.js';
import { PersonView } from '../kernel/rows/person.js';
import { AmountView } from './programs/program.views.js';

export class TopAffiliate {
  @Uuid() affiliate_id!: string;
  @Nullable() @Nested(() => PersonView) user!: PersonView | null;
  @IsString() code!: string;
  @IsInt() conversions!: number;
  @ListOf(() => AmountView) revenue!: AmountView[];
}
