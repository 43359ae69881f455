import { present, viewOf } from '../../kernel/rows/view.js';
import { Enrollment, LessonProgress } from './enrollment.entity.js';

export class EnrollmentView extends viewOf(Enrollment, { without: ['reminded_at', 'ending_notice_at'] }) {}

export const presentEnrollment = (row: Enrollment): EnrollmentView => present(EnrollmentView, row);

export class LessonProgressView extends viewOf(LessonProgress, {
  only: ['lesson_id', 'position_seconds', 'position_at', 'completed_at'],
}) {}
