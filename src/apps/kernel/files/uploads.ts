import { IsInt, IsString, Max, Min } from 'class-validator';
import { Chars, Nested, Time, Uuid } from '../../../platform/http/fields.js';

const GIB_5 = 5 * 1024 ** 3;

/** What is told of a file before its bytes come. */
export class UploadFields {
  @Chars(1, 200) filename!: string;
  @Chars(1, 200) content_type!: string;
  @IsInt() @Min(1) @Max(GIB_5) size_bytes!: number;
}

class PromisedFile {
  @Uuid() id!: string;
  @IsString() name!: string;
}

/** Where its bytes are to be put. */
export class PromisedUpload {
  @Nested(() => PromisedFile) file!: PromisedFile;
  @IsString() upload_url!: string;
  @Time() expires_at!: Date;
}
