import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../jobs/jobs.js';
import type { LessonView } from '../courses.views.js';
import type { Lesson } from '../entities/lesson.entity.js';
import { TellOfLesson } from '../jobs/tell-of-lesson.job.js';
import { fileView, LessonFiles } from './lesson-files.js';

/** A lesson that was made or changed, as its teacher sees it, and told to the students where he wants that. */
@Injectable()
export class LessonNews {
  constructor(
    private readonly files: LessonFiles,
    private readonly jobs: Jobs,
    private readonly tell: TellOfLesson,
  ) {}

  async show(lesson: Lesson, { isTold = false }: { isTold?: boolean }): Promise<LessonView> {
    if (isTold) await this.jobs.enqueue(this.tell, { lesson_id: lesson.id });
    const files = await this.files.of([lesson.id]);
    const attachments = files.filter(({ purpose }) => purpose === 'attachment');
    return { ...lesson, attachments: attachments.map(fileView) };
  }
}
