import { IsInt, IsString } from 'class-validator';
import { Nested, Uuid } from '../../platform/http/input/fields.js';

class UploadedFile {
  @Uuid() id!: string;
  @IsString() name!: string;
  /** In bytes. */
  @IsInt() size!: number;
  /** The media type of the content. */
  @IsString() type!: string;
}

export class UploadedAnswer {
  @Nested(() => UploadedFile) file!: UploadedFile;
}
