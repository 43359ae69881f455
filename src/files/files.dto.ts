import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { answerWith, pageOf } from '../platform/http/answers.js';
import { Optional, Time, Uuid, WebAddress } from '../platform/http/fields.js';

class FileView {
  @Uuid() id!: string;
  /** Callers who know the URL may read the file. */
  @WebAddress() url!: string;
  /** Of an image: at most 640 pixels wide and high. */
  @Optional() @WebAddress() small_url?: string;
  /** The media type of the content. */
  @IsString() type!: string;
  @IsIn(['image', 'video', 'audio', 'file']) kind!: string;
  /** In bytes. */
  @IsInt() size!: number;
  @Optional() @IsInt() width?: number;
  @Optional() @IsInt() height?: number;
  @IsString() name!: string;
  /** Whether the file is in use. An unused file is deleted after a day. */
  @IsBoolean() attached!: boolean;
  @Time() created_at!: Date;
}

export class FileAnswer extends answerWith('file', () => FileView) {}

export class FilesAnswer extends pageOf('files', () => FileView) {}

export class FileDeleted {
  @IsString() message!: string;
}

class UploadedFile {
  @Uuid() id!: string;
  @IsString() name!: string;
  /** In bytes. */
  @IsInt() size!: number;
  /** The media type of the content. */
  @IsString() type!: string;
}

export class UploadedAnswer extends answerWith('file', () => UploadedFile) {}
