import { IsIn } from 'class-validator';
import { FilesService } from '../../../files/files.service.js';
import { Uuid } from '../../../platform/http/input/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { isContentType, isPicture, mayRun } from '../../kernel/files/file-types.js';
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
    private readonly files: FilesService,
  ) {}

  async run({ input: { purpose, filename, content_type, size_bytes }, target: course }: Call<Input, Course>) {
    const isCover = purpose === 'cover';
    const isAllowed = isCover ? isPicture(content_type) : isContentType(content_type);
    if (!isAllowed || mayRun(content_type, filename)) throw new Refusal(400, 'This content type is not allowed');
    if (isCover && size_bytes > COVER_BYTES)
      throw invalid({ field: 'size_bytes', message: `size_bytes of a cover must not be above ${COVER_BYTES}` });
    const { id, name, upload_url, expires_at } = await this.files.startUpload({
      owner_id: teacherOf(course),
      name: filename,
      type: content_type,
      size: size_bytes,
      seconds: HOURS_2,
      picture: isCover,
    });
    await this.lessonFiles.insert({ course_id: course.id, file_id: id, purpose, name, size_bytes, content_type });
    return { file: { id, name }, upload_url, expires_at };
  }
}
