import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { Chars, Nested, Time, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/action.js';
import { LessonFiles } from '../curriculum/lesson-files.js';
import type { Course } from '../entities/course.entity.js';
import { FILE_PURPOSES, type FilePurpose } from '../entities/lesson-file.entity.js';
import { COURSE } from '../targets.js';

const GIB_5 = 5 * 1024 ** 3;

class Input {
  @Uuid() course_id!: string;
  @IsIn(FILE_PURPOSES) purpose!: FilePurpose;
  @Chars(1, 200) filename!: string;
  @Chars(1, 200) content_type!: string;
  @IsInt() @Min(1) @Max(GIB_5) size_bytes!: number;
}

class PromisedFile {
  @Uuid() id!: string;
  @IsString() name!: string;
}

class Result {
  @Nested(() => PromisedFile) file!: PromisedFile;
  @IsString() upload_url!: string;
  @Time() expires_at!: Date;
}

@Action('create-upload', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'An address that takes the bytes of a file for two hours.',
  input: Input,
  result: Result,
  refuses: { 400: ['This content type is not allowed'], 409: ['Storage is full'] },
})
export class CreateUpload {
  constructor(private readonly files: LessonFiles) {}

  run({ input, target: course }: Call<Input, Course>) {
    return this.files.promise(course, input);
  }
}
