import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import type { LessonView } from '../courses.views.js';
import type { Lesson } from '../entities/lesson.entity.js';
import { TellOfLesson } from '../jobs/tell-of-lesson.job.js';
import { fileView, LessonFiles } from './lesson-files.js';

/** Presents a created or changed lesson to its teacher, and notifies the students where the teacher asks for it. */
@AppProvider()
export class LessonNews {
  constructor(
    private readonly files: LessonFiles,
    private readonly jobs: JobsService,
    private readonly tell: TellOfLesson,
  ) {}

  async show(lesson: Lesson, { isTold = false }: { isTold?: boolean }): Promise<LessonView> {
    if (isTold) await this.jobs.enqueue(this.tell, { lesson_id: lesson.id });
    const files = await this.files.of([lesson.id]);
    const attachments = files.filter(({ purpose }) => purpose === 'attachment');
    return { ...lesson, attachments: attachments.map(fileView) };
  }
}
