import { CourseAnnouncement } from './course-announcement.entity.js';
import { CourseComment } from './course-comment.entity.js';
import { CourseCoupon } from './course-coupon.entity.js';
import { CourseModule } from './course-module.entity.js';
import { CourseOrder } from './course-order.entity.js';
import { CourseReview } from './course-review.entity.js';
import { Course } from './course.entity.js';
import { EnrollmentGrant } from './enrollment-grant.entity.js';
import { Enrollment } from './enrollment.entity.js';
import { LessonFile } from './lesson-file.entity.js';
import { LessonProgress } from './lesson-progress.entity.js';
import { Lesson } from './lesson.entity.js';
import { ModuleOpening } from './module-opening.entity.js';

/** All that is kept of courses. */
export const ENTITIES = [
  Course,
  CourseModule,
  Lesson,
  LessonFile,
  CourseCoupon,
  CourseOrder,
  Enrollment,
  EnrollmentGrant,
  LessonProgress,
  CourseReview,
  CourseComment,
  CourseAnnouncement,
  ModuleOpening,
];
