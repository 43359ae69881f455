import { IsIn } from 'class-validator';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppUploadsService } from '../../kernel/files/app-uploads.service.js';
import { PromisedUpload, UploadFields } from '../../kernel/files/uploads.js';
import { COURSE, type Course, teacherOf } from '../catalogue/course.entity.js';
import { LessonFileRepository } from '../curriculum/lesson-file.repository.js';
import { FILE_PURPOSES, type FilePurpose } from '../curriculum/lesson.entity.js';

const HOURS_2 = 2 * 60 * 60;
const COVER_BYTES = 20 * 1024 * 1024;

class Input extends UploadFields {
  @Uuid() course_id!: string;
  @IsIn(FILE_PURPOSES) purpose!: FilePurpose;
}

@Action('create-upload', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'An address that takes the bytes of a file for two hours.',
  input: Input,
  result: PromisedUpload,
  refuses: { 400: ['This content type is not allowed'], 409: ['Storage is full'] },
})
export class CreateUpload {
  constructor(
    private readonly lessonFiles: LessonFileRepository,
    private readonly uploads: AppUploadsService,
  ) {}

  async run({ input, target: course }: Call<Input, Course>) {
    const { purpose } = input;
    const rule = { seconds: HOURS_2, picture: purpose === 'cover' ? COVER_BYTES : undefined };
    const { file, answer } = await this.uploads.promise(teacherOf(course), input, rule);
    await this.lessonFiles.insert({ course_id: course.id, purpose, ...file });
    return answer;
  }
}
