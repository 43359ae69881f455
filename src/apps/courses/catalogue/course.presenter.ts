import { IsInt, IsString } from 'class-validator';
import { FilesService } from '../../../files/files.service.js';
import { Nested, Nullable } from '../../../platform/http/fields.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PersonView } from '../../kernel/rows/person.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { RatingView, ratingOf } from '../../kernel/stars/review.views.js';
import { Course } from './course.entity.js';

const HOURS_4 = 4 * 60 * 60;

export class CourseView extends viewOf(Course, { without: ['search'] }) {
  /** Works for four hours. */
  @Nullable() @IsString() cover_url!: string | null;
  @Nested(() => RatingView) rating!: RatingView;
}

const CARD_COLUMNS = [
  'id',
  'title',
  'subtitle',
  'language',
  'level',
  'category_id',
  'tags',
  'price_minor',
  'currency',
  'status',
  'lessons_count',
  'duration_seconds',
  'published_at',
  'created_at',
] as const;

/** As lists show it. */
export class CourseCard extends viewOf(Course, { only: CARD_COLUMNS }) {
  @Nullable() @IsString() cover_url!: string | null;
  @Nested(() => RatingView) rating!: RatingView;
  @IsInt() students!: number;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) teacher!: PersonView | null;
}

export type CardRow = Pick<Course, (typeof CARD_COLUMNS)[number] | 'cover_file_id' | 'rating_sum' | 'rating_count'> &
  Pick<CourseCard, 'students' | 'teacher'>;

@AppProvider()
export class CoursePresenter {
  constructor(private readonly files: FilesService) {}

  course(row: Course): CourseView {
    return { ...present(CourseView, row), cover_url: this.cover(row), rating: ratingOf(row) };
  }

  card(row: CardRow): CourseCard {
    const { students, teacher } = row;
    return { ...present(CourseCard, row), cover_url: this.cover(row), rating: ratingOf(row), students, teacher };
  }

  private cover({ cover_file_id: id }: Pick<Course, 'cover_file_id'>): string | null {
    return id && this.files.downloadable(id, { seconds: HOURS_4, inline: true }).download_url;
  }
}
