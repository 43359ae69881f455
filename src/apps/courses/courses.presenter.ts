import { AppProvider } from '../kernel/app-provider.js';
import { FilesService } from '../../files/files.service.js';
import { money } from '../kernel/selling/prices.js';
import { personOf } from '../kernel/rows/person.js';
import { ratingOf } from '../kernel/selling/views.js';
import type { CourseCard, CourseView, EnrollmentView } from './courses.views.js';
import type { Course } from './entities/course.entity.js';
import type { Enrollment } from './entities/enrollment.entity.js';

const HOURS_4 = 4 * 60 * 60;

export type CardRow = Omit<CourseCard, 'price' | 'rating' | 'cover_url' | 'teacher'> &
  Pick<Course, 'price_minor' | 'cover_file_id' | 'rating_sum' | 'rating_count'> & {
    teacher_id: string | null;
    teacher_username: string | null;
  };

/** How courses look to those who ask for them. */
@AppProvider()
export class CoursesPresenter {
  constructor(private readonly files: FilesService) {}

  course(row: Course): CourseView {
    const { price_minor, search: _, ...course } = row;
    return {
      ...course,
      price: money(price_minor, course.currency),
      cover_url: this.cover(course.cover_file_id),
      rating: ratingOf(course),
    };
  }

  card({ price_minor, cover_file_id, rating_sum, rating_count, ...row }: CardRow): CourseCard {
    const { teacher_id, teacher_username, ...card } = row;
    return {
      ...card,
      price: money(price_minor, card.currency),
      cover_url: this.cover(cover_file_id),
      rating: ratingOf({ rating_sum, rating_count }),
      teacher: personOf(teacher_id, teacher_username),
    };
  }

  private cover(fileId: string | null): string | null {
    return fileId && this.files.downloadable(fileId, { seconds: HOURS_4, inline: true }).download_url;
  }
}

export function presentEnrollment(row: Enrollment): EnrollmentView {
  const { reminded_at: _, ending_notice_at: __, ...enrollment } = row;
  return enrollment;
}
