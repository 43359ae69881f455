import { AppProvider } from '../kernel/app-provider.js';
import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { AppSettings } from '../kernel/app-settings.js';
import { money } from '../kernel/selling/prices.js';
import { CoursesSettings } from './courses.settings.js';
import type { Course } from './catalogue/course.entity.js';

interface Order {
  id: string;
  owner_id: string;
  seller_id: string | null;
  payment_id: string | null;
  total_minor: number;
  currency: string;
}

interface Comment {
  id: string;
  lesson_id: string;
  parent_id: string | null;
  owner_id: string;
  body: string;
}

type Known = Pick<Course, 'id' | 'title'>;
type Taught = Known & Pick<Course, 'owner_id'>;

const day = (at: Date) => at.toISOString().slice(0, 10);

/** The notifications of courses, in the transaction of what they are about. */
@AppProvider()
export class CourseNotificationsService {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly settings: AppSettings,
  ) {}

  notifyEnrolled(course: Known, userIds: string[], by: string | null = null): void {
    this.notify(userIds, 'courses.enrolled', course, `You are enrolled in ${course.title}.`, { actor_id: by });
  }

  async notifyTeacherOfEnrollment(course: Taught, studentId: string): Promise<void> {
    if (!(await this.settingsOf(course))?.notify_on_enrollment) return;
    const more = { actor_id: studentId, data: { user_id: studentId } };
    this.notify([course.owner_id], 'courses.enrolled', course, `Somebody has enrolled in ${course.title}.`, more);
  }

  async notifySold(course: Taught, { id, owner_id, total_minor, currency }: Order): Promise<void> {
    if (!(await this.settingsOf(course))?.notify_on_enrollment) return;
    const amount = money(total_minor, currency);
    const data = { order_id: id, user_id: owner_id, amount, currency };
    const body = `${course.title} was bought for ${amount} ${currency.toUpperCase()}.`;
    this.notify([course.owner_id], 'courses.sold', course, body, { actor_id: owner_id, data });
  }

  notifyRefundNeeded({ id, owner_id, seller_id, payment_id }: Order, course: Known): void {
    const data = { order_id: id, payment_id };
    const body = `${course.title} was paid for, and cannot be given for it: the payment is to be refunded.`;
    this.notify([owner_id, seller_id], 'courses.refund_needed', course, body, { data });
  }

  notifyAccessEnded(course: Known, userIds: string[], reason: string | null = null): void {
    const body = `Your access to ${course.title} has ended.${reason ? ` ${reason}` : ''}`;
    this.notify(userIds, 'courses.access_ended', course, body, { data: { reason } });
  }

  notifyAccessEnding(course: Known, userId: string, expiresAt: Date): void {
    const body = `Your access to ${course.title} ends on ${day(expiresAt)}.`;
    this.notify([userId], 'courses.access_ending', course, body, { data: { expires_at: expiresAt } });
  }

  notifyCompleted(course: Taught, studentIds: string[]): void {
    const type = 'courses.completed';
    this.notify(studentIds, type, course, `You have completed ${course.title}.`);
    for (const user_id of studentIds) {
      const more = { actor_id: user_id, data: { user_id } };
      this.notify([course.owner_id], type, course, `Somebody has completed ${course.title}.`, more);
    }
  }

  notifyReviewed(course: Taught, writerId: string, rating: number): void {
    const body = `${course.title} was given ${rating} of 5 stars.`;
    this.notify([course.owner_id], 'courses.reviewed', course, body, { actor_id: writerId, data: { rating } });
  }

  async notifyQuestion(course: Taught, { id, lesson_id, owner_id, body }: Comment): Promise<void> {
    if (owner_id === course.owner_id || !(await this.settingsOf(course))?.notify_on_comment) return;
    const more = { actor_id: owner_id, data: { comment_id: id, lesson_id } };
    this.notify([course.owner_id], 'courses.comment', course, short(body), more);
  }

  notifyReply(course: Known, { id, lesson_id, parent_id, owner_id, body }: Comment, to: string[]): void {
    const data = { comment_id: id, parent_id, lesson_id };
    this.notify(to, 'courses.reply', course, short(body), { actor_id: owner_id, data });
  }

  /** Only the students whose settings ask for it. */
  async notifyNewContent(
    course: Known,
    userIds: string[],
    what: { lesson_id?: string; module_id?: string; title: string },
  ) {
    const wanted = await this.settings.ofMany(CoursesSettings, userIds);
    const users = userIds.filter((id) => wanted.get(id)?.notify_new_content);
    const isLesson = what.lesson_id !== undefined;
    const body = isLesson ? `New in ${course.title}: ${what.title}` : `${what.title} of ${course.title} is open now.`;
    this.notify(users, isLesson ? 'courses.lesson_added' : 'courses.module_opened', course, body, { data: what });
  }

  notifyAnnouncement(
    course: Known,
    userIds: string[],
    { id, title, body }: { id: string; title: string; body: string },
  ): void {
    const data = { course_id: course.id, announcement_id: id };
    this.notifications.notifyMany(userIds, { type: 'courses.announcement', title, body, data });
  }

  notifySilent(course: Known, userId: string, percent: number): void {
    const body = `You are at ${percent} percent of ${course.title}. Go on where you stopped.`;
    this.notify([userId], 'courses.nudge', course, body, { data: { progress_percent: percent } });
  }

  /** A user is null where the account is deleted. */
  private notify(
    userIds: (string | null)[],
    type: AppNotice['type'],
    { id, title }: Known,
    body: string,
    { data = {}, actor_id = null }: Pick<AppNotice, 'data' | 'actor_id'> = {},
  ): void {
    const known = userIds.filter((user) => user !== null);
    this.notifications.notifyMany(known, { type, title, body, data: { course_id: id, ...data }, actor_id });
  }

  /** The settings of the teacher; undefined where the account is deleted. */
  private async settingsOf({ owner_id }: Taught): Promise<CoursesSettings | undefined> {
    return owner_id === null ? undefined : this.settings.of(CoursesSettings, owner_id);
  }
}

const short = (text: string) => [...text].slice(0, 200).join('');
