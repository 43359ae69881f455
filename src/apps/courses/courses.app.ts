import { SendAnnouncementJob } from './jobs/send-announcement.job.js';
import { OpenModules } from './jobs/open-modules.job.js';
import { Nudge } from './jobs/nudge.job.js';
import { ExpireOrders } from './jobs/expire-orders.job.js';
import { EndAccess } from './jobs/end-access.job.js';
import { CoursesAccountDeletion } from './courses-account-deletion.js';
import { CoursesFulfilment } from './courses.fulfilment.js';
import { FilesModule } from '../../files/files.module.js';
import { App } from '../kernel/app.js';
import { ArchiveCourse } from './actions/archive-course.action.js';
import { CreateCourse } from './actions/create-course.action.js';
import { CreateLesson } from './actions/create-lesson.action.js';
import { CreateModule } from './actions/create-module.action.js';
import { CreateUpload } from './actions/create-upload.action.js';
import { DeleteComment } from './actions/delete-comment.action.js';
import { DeleteLesson } from './actions/delete-lesson.action.js';
import { DeleteModule } from './actions/delete-module.action.js';
import { Enroll } from './actions/enroll.action.js';
import { GetCourse } from './actions/get-course.action.js';
import { GetLesson } from './actions/get-lesson.action.js';
import { GetProgress } from './actions/get-progress.action.js';
import { GrantAccess } from './actions/grant-access.action.js';
import { ListComments } from './actions/list-comments.action.js';
import { ListCourses } from './actions/list-courses.action.js';
import { ListMyEnrollments } from './actions/list-my-enrollments.action.js';
import { ListReviews } from './actions/list-reviews.action.js';
import { ListStudents } from './actions/list-students.action.js';
import { PostComment } from './actions/post-comment.action.js';
import { PublishCourse } from './actions/publish-course.action.js';
import { ReorderCurriculum } from './actions/reorder-curriculum.action.js';
import { ReviewCourse } from './actions/review-course.action.js';
import { RevokeAccess } from './actions/revoke-access.action.js';
import { SendAnnouncement } from './actions/send-announcement.action.js';
import { SetCoupon } from './actions/set-coupon.action.js';
import { UpdateCourse } from './actions/update-course.action.js';
import { UpdateLesson } from './actions/update-lesson.action.js';
import { UpdateModule } from './actions/update-module.action.js';
import { UpdateProgress } from './actions/update-progress.action.js';
import { CoursesExport } from './courses.export.js';
import { CoursesService } from './courses.service.js';
import { CoursesSettings } from './courses.settings.js';
import { CoursesStats } from './courses.stats.js';
import { CourseAnnouncement } from './announcements/announcement.entity.js';
import { CourseComment } from './comments/comment.entity.js';
import { CourseCoupon, CourseOrder } from './orders/order.entity.js';
import { CourseModule, LessonFile, Lesson } from './curriculum/lesson.entity.js';
import { CourseReview } from './reviews/review.entity.js';
import { Course } from './catalogue/course.entity.js';
import { EnrollmentGrant, Enrollment, LessonProgress, ModuleOpening } from './enrollments/enrollment.entity.js';
import { Courses1790000030400 } from './migrations/1790000030400-courses.js';
import { Rosters1790000030410 } from './migrations/1790000030410-rosters.js';
import { EnrollmentsInTurn1790000030420 } from './migrations/1790000030420-enrollments-in-turn.js';
import { KeptEnrollments1790000030430 } from './migrations/1790000030430-kept-enrollments.js';

const TEACHING = [
  CreateCourse,
  UpdateCourse,
  PublishCourse,
  ArchiveCourse,
  ListCourses,
  GetCourse,
  CreateModule,
  UpdateModule,
  DeleteModule,
  CreateLesson,
  UpdateLesson,
  DeleteLesson,
  ReorderCurriculum,
  CreateUpload,
  SetCoupon,
];
const LEARNING = [Enroll, ListMyEnrollments, GetLesson, UpdateProgress, GetProgress, ReviewCourse, ListReviews];
const STUDENTS = [ListStudents, GrantAccess, RevokeAccess, SendAnnouncement];
const COMMENTS = [PostComment, ListComments, DeleteComment];

@App({
  slug: 'courses',
  name: 'Courses',
  description: 'Courses of modules and lessons: sold or given, learned in order or freely, and followed to the end.',
  icon: 'graduation-cap',
  category: 'learning',
  version: '1.0.0',
  uses: ['payments', 'notifications'],
  entities: [
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
  ],
  migrations: [
    Courses1790000030400,
    Rosters1790000030410,
    EnrollmentsInTurn1790000030420,
    KeptEnrollments1790000030430,
  ],
  actions: [...TEACHING, ...LEARNING, ...STUDENTS, ...COMMENTS],
  settings: CoursesSettings,
  stats: CoursesStats,
  exports: CoursesExport,
  service: CoursesService,
  imports: [FilesModule],
  providers: [
    CoursesFulfilment,
    CoursesAccountDeletion,
    EndAccess,
    ExpireOrders,
    Nudge,
    OpenModules,
    SendAnnouncementJob,
  ],
})
export class CoursesApp {}
