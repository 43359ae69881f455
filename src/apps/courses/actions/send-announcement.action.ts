import { IsIn, IsInt, IsString } from 'class-validator';
import { Nested, Nullable, Optional, Time, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Audience, AUDIENCES } from '../entities/course-announcement.entity.js';
import { type Course, teacherOf } from '../entities/course.entity.js';
import { SendAnnouncement as Send } from '../jobs/send-announcement.job.js';
import { AnnouncementRepository } from '../talk/announcement.repository.js';
import { COURSE } from '../targets.js';

const A_DAY = 3;

class Input {
  @Uuid() course_id!: string;
  @Written(1, 200) title!: string;
  @Written(1, 10_000) body!: string;
  @Optional() @IsIn(AUDIENCES) audience?: Audience;
}

class AnnouncementView {
  @Uuid() id!: string;
  @Uuid() owner_id!: string;
  @Uuid() course_id!: string;
  @IsString() title!: string;
  @IsString() body!: string;
  @IsIn(AUDIENCES) audience!: string;
  @IsInt() recipients!: number;
  @Nullable() @Time() sent_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

class Result {
  @Nested(() => AnnouncementView) announcement!: AnnouncementView;
}

@Action('send-announcement', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'Tells the students of a course something, three times a day at most.',
  input: Input,
  result: Result,
  refuses: { 409: ['At most 3 announcements a day', 'Nobody to send to'] },
})
export class SendAnnouncementToStudents {
  constructor(
    private readonly announcements: AnnouncementRepository,
    private readonly jobs: JobsService,
    private readonly send: Send,
  ) {}

  async run({ input, target: course }: Call<Input, Course>) {
    const { title, body, audience = 'all' } = input;
    if ((await this.announcements.countOfDay(course.id)) >= A_DAY)
      throw new Refusal(409, 'At most 3 announcements a day');
    const recipients = await this.announcements.audience(course.id, audience);
    if (!recipients) throw new Refusal(409, 'Nobody to send to');
    const { sent_through: _, ...announcement } = await this.announcements.insert({
      owner_id: teacherOf(course),
      course_id: course.id,
      title,
      body,
      audience,
      recipients,
    });
    await this.jobs.enqueue(this.send, { announcement_id: announcement.id });
    return { announcement };
  }
}
