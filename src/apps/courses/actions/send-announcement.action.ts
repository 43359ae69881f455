import { IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { type Audience, AUDIENCES, CourseAnnouncement } from '../announcements/announcement.entity.js';
import { type Course, teacherOf, COURSE } from '../catalogue/course.entity.js';
import { SendAnnouncementJob } from '../jobs/send-announcement.job.js';
import { AnnouncementRepository } from '../announcements/announcement.repository.js';

const A_DAY = 3;

class Input {
  @Uuid() course_id!: string;
  @Written(1, 200) title!: string;
  @Written(1, 10_000) body!: string;
  @Optional() @IsIn(AUDIENCES) audience?: Audience;
}

class AnnouncementView extends viewOf(CourseAnnouncement, { without: ['sent_through'] }) {}

class Result extends answerWith('announcement', () => AnnouncementView) {}

@Action('send-announcement', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'Tells the students of a course something, three times a day at most.',
  input: Input,
  result: Result,
  refuses: { 409: ['At most 3 announcements a day', 'Nobody to send to'] },
})
export class SendAnnouncement {
  constructor(
    private readonly announcements: AnnouncementRepository,
    private readonly jobs: JobsService,
    private readonly send: SendAnnouncementJob,
  ) {}

  async run({ input, target: course }: Call<Input, Course>) {
    const { title, body, audience = 'all' } = input;
    if ((await this.announcements.countOfDay(course.id)) >= A_DAY)
      throw new Refusal(409, 'At most 3 announcements a day');
    const recipients = await this.announcements.countRecipients(course.id, audience);
    if (!recipients) throw new Refusal(409, 'Nobody to send to');
    const owner_id = teacherOf(course);
    const values = { owner_id, course_id: course.id, title, body, audience, recipients };
    const announcement = await this.announcements.insert(values);
    await this.jobs.enqueue(this.send, { announcement_id: announcement.id });
    return { announcement: present(AnnouncementView, announcement) };
  }
}
