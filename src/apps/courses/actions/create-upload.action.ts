import { IsIn } from 'class-validator';
import { Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PromisedUpload, UploadFields } from '../../kernel/files/uploads.js';
import { LessonFiles } from '../curriculum/lesson-files.js';
import type { Course } from '../entities/course.entity.js';
import { FILE_PURPOSES, type FilePurpose } from '../entities/lesson-file.entity.js';
import { COURSE } from '../targets.js';

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
  constructor(private readonly files: LessonFiles) {}

  run({ input, target: course }: Call<Input, Course>) {
    return this.files.promise(course, input);
  }
}
