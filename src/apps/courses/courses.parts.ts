import { CourseAccess } from './access/access.js';
import { EnrollmentRepository } from './access/enrollment.repository.js';
import { GrantAccessByHand } from './access/grant-access-by-hand.js';
import { GrantRepository } from './access/grant.repository.js';
import { RosterRepository } from './access/roster.repository.js';
import { ChangeCourse } from './catalogue/change-course.js';
import { CourseListRepository } from './catalogue/course-list.repository.js';
import { CourseRepository } from './catalogue/course.repository.js';
import { DescribedRepository } from './catalogue/described.repository.js';
import { CourseNews } from './course-news.js';
import { CoursesFulfilment } from './courses.fulfilment.js';
import { CoursesPresenter } from './courses.presenter.js';
import { ChangeLesson } from './curriculum/change-lesson.js';
import { CurriculumChanges } from './curriculum/curriculum-changes.js';
import { CurriculumRepository } from './curriculum/curriculum.repository.js';
import { Curriculum } from './curriculum/curriculum.js';
import { LessonFileRepository } from './curriculum/lesson-file.repository.js';
import { LessonFiles } from './curriculum/lesson-files.js';
import { LessonNews } from './curriculum/lesson-news.js';
import { LessonRepository } from './curriculum/lesson.repository.js';
import { LinkedLessons } from './curriculum/linked-lessons.js';
import { ModuleRepository } from './curriculum/module.repository.js';
import { ForgetStudent } from './forget-student.js';
import { EndAccess } from './jobs/end-access.job.js';
import { ExpireOrders } from './jobs/expire-orders.job.js';
import { IssueCertificate } from './jobs/issue-certificate.job.js';
import { Nudge } from './jobs/nudge.job.js';
import { OpenModules } from './jobs/open-modules.job.js';
import { RecountProgress } from './jobs/recount-progress.job.js';
import { ReminderRepository } from './jobs/reminder.repository.js';
import { SendAnnouncement } from './jobs/send-announcement.job.js';
import { TellOfLesson } from './jobs/tell-of-lesson.job.js';
import { LearningRepository } from './learning/learning.repository.js';
import { NextLessons } from './learning/next-lessons.js';
import { Opening } from './learning/opening.js';
import { Progress } from './learning/progress.js';
import { Checkouts } from './sales/checkouts.js';
import { CouponRepository } from './sales/coupon.repository.js';
import { Enrolling } from './sales/enrolling.js';
import { DueHoldsService } from './sales/due-holds.service.js';
import { Offers } from './sales/offers.js';
import { OrderRepository } from './sales/order.repository.js';
import { StatsRepository } from './stats.repository.js';
import { AnnouncementRepository } from './talk/announcement.repository.js';
import { CommentRepository } from './talk/comment.repository.js';
import { ReviewRepository } from './talk/review.repository.js';

const CATALOGUE = [CourseRepository, CourseListRepository, DescribedRepository, ChangeCourse, CoursesPresenter];
const CURRICULUM = [
  ModuleRepository,
  LessonRepository,
  CurriculumRepository,
  LessonFileRepository,
  LessonFiles,
  LinkedLessons,
  CurriculumChanges,
  Curriculum,
  ChangeLesson,
  LessonNews,
];
const ACCESS = [EnrollmentRepository, GrantRepository, RosterRepository, CourseAccess, GrantAccessByHand];
const SALES = [OrderRepository, CouponRepository, Offers, DueHoldsService, Checkouts, Enrolling, CoursesFulfilment];
const LEARNING = [LearningRepository, NextLessons, Opening, Progress];
const TALK = [CommentRepository, ReviewRepository, AnnouncementRepository, CourseNews];
const JOBS = [
  ReminderRepository,
  ExpireOrders,
  EndAccess,
  OpenModules,
  Nudge,
  SendAnnouncement,
  TellOfLesson,
  RecountProgress,
  IssueCertificate,
];

/** What the actions stand on. */
export const COURSE_PARTS = [
  ...CATALOGUE,
  ...CURRICULUM,
  ...ACCESS,
  ...SALES,
  ...LEARNING,
  ...TALK,
  ...JOBS,
  StatsRepository,
  ForgetStudent,
];
