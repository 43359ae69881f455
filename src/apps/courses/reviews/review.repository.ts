import { AppProvider } from '../../kernel/app-provider.js';
import { reviewStatements, Reviews } from '../../kernel/stars/review.repository.js';
import { Keyset } from '../../../platform/database/page.js';
import { CourseReview } from './review.entity.js';

const STATEMENTS = reviewStatements('ext_courses', 'courses', 'course_id');
const PAGE = new Keyset({ name: 'courses-reviews', defaultLimit: 20, maxLimit: 100 });

@AppProvider()
export class ReviewRepository extends Reviews<CourseReview> {
  protected readonly entity = CourseReview;
  protected readonly of = 'course_id';
  protected readonly stars = STATEMENTS;
  protected readonly keyset = PAGE;
}
