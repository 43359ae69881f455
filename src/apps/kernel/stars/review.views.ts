import { IsInt, IsNumber, IsString, Max, Min } from 'class-validator';
import { Nested, Nullable, Optional, Time, Uuid, Written } from '../../../platform/http/fields.js';
import { PersonView } from '../rows/person.js';

/** What a review is written with; an app adds what it is about. */
export class ReviewInput {
  @IsInt() @Min(1) @Max(5) rating!: number;
  @Optional() @Written(0, 4000) body?: string;
}

/** A review as others read it. */
export class ReviewFields {
  @Uuid() id!: string;
  @IsInt() rating!: number;
  @IsString() body!: string;
  @Nested(() => PersonView) reviewer!: PersonView;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class RatingView {
  @Nullable() @IsNumber() average!: number | null;
  @IsInt() count!: number;
}

interface Rated {
  rating_sum: number;
  rating_count: number;
}

export const ratingOf = ({ rating_sum, rating_count }: Rated): RatingView => ({
  average: rating_count ? Math.round((rating_sum / rating_count) * 100) / 100 : null,
  count: rating_count,
});
