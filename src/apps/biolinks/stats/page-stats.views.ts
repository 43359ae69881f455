import { IsBoolean, IsInt, IsNumber, IsString } from 'class-validator';
import { Day, ListOf, Nullable, Uuid } from '../../../platform/http/fields.js';

class DayFigures {
  @Day() day!: string;
  @IsInt() views!: number;
  @IsInt() clicks!: number;
}

export class BlockFigures {
  @Uuid() block_id!: string;
  /** Null: the block has none. */
  @Nullable() @IsString() title!: string | null;
  @IsBoolean() removed!: boolean;
  @IsInt() clicks!: number;
  @IsInt() visitors!: number;
  /** Of the visitors of the page, those who clicked on the block, in percent; null without visitors. */
  @Nullable() @IsNumber() click_rate!: number | null;
}

export class ViewFigures {
  @IsString() value!: string;
  @IsInt() views!: number;
  @IsInt() visitors!: number;
}

export class PageStatsView {
  @IsInt() views!: number;
  /** Summed over days: who came on two days is two. */
  @IsInt() visitors!: number;
  @IsInt() clicks!: number;
  /** Visitors who clicked, in percent of all; null without visitors. */
  @Nullable() @IsNumber() click_rate!: number | null;
  @IsInt() contacts!: number;
  @ListOf(() => DayFigures) series!: DayFigures[];
  /** Those with clicks, the most clicked first, then the others of the page that lead somewhere. */
  @ListOf(() => BlockFigures) blocks!: BlockFigures[];
  @ListOf(() => ViewFigures) referrers!: ViewFigures[];
  @ListOf(() => ViewFigures) countries!: ViewFigures[];
  @ListOf(() => ViewFigures) devices!: ViewFigures[];
}
