import { IsInt, IsString, Max, Min } from 'class-validator';
import { Chars, Nested, Time, Uuid, Words } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DesksService } from '../desks/desks.service.js';
import { UploadsService } from '../messages/uploads.service.js';

const MIB_20 = 20 * 1024 * 1024;

class Input {
  @Uuid() desk_id!: string;
  @Words(200) name!: string;
  @IsInt() @Min(1) @Max(MIB_20) size!: number;
  @Chars(1, 200) content_type!: string;
}

class UploadView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsInt() size!: number;
  @IsString() content_type!: string;
}

class Result {
  @Nested(() => UploadView) upload!: UploadView;
  @IsString() upload_url!: string;
  @Time() expires_at!: Date;
}

@Action('create-upload', {
  access: 'authenticated',
  changes: true,
  about: 'upload',
  description: 'An address that takes the bytes of a file for fifteen minutes; a message may carry it for a day.',
  input: Input,
  result: Result,
  refuses: {
    400: ['File type is not allowed'],
    404: ['Desk not found'],
    409: ['Too many pending uploads', 'Storage is full'],
  },
})
export class CreateUpload {
  constructor(
    private readonly desks: DesksService,
    private readonly uploads: UploadsService,
  ) {}

  async run({ input: { desk_id, ...file }, caller }: Call<Input>) {
    await this.desks.mustBeThere(desk_id);
    return this.uploads.promise(caller.id, desk_id, file);
  }
}
