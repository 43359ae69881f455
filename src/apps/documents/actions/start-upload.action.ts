import { IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { Chars, IsPlainObject, Nullable, Optional, Time, Uuid, Written } from '../../../platform/http/fields.js';
import { answerWith } from '../../../platform/http/answers.js';
import { invalid } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { UPLOAD_REFUSALS } from '../bytes/refusals.js';
import { UploadsService } from '../bytes/uploads.service.js';
import { CONFLICTS, type OnConflict } from '../entities/version.entity.js';
import { actorOf } from '../items/item-access.service.js';

class Input {
  @Written(1, 255) name!: string;
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) size_bytes!: number;
  @Chars(1, 200) content_type!: string;
  @Optional() @Nullable() @Uuid() parent_id?: string | null;
  /** The document that gets a new version. */
  @Optional() @Uuid() document_id?: string;
  /** The version that the new one continues. */
  @Optional() @IsInt() @Min(0) @Max(2_147_483_647) base_version?: number;
  /** What happens if the name is taken; without it, what the caller's settings say. */
  @Optional() @IsIn(CONFLICTS) on_conflict?: OnConflict;
  @Optional() @Matches(/^[0-9a-fA-F]{64}$/) sha256?: string;
}

class UploadView {
  @Uuid() id!: string;
  @IsString() url!: string;
  @IsString() method!: string;
  @IsPlainObject() headers!: Record<string, string>;
  @Time() expires_at!: Date;
}

class Result extends answerWith('upload', () => UploadView) {}

@Action('start-upload', {
  access: 'authenticated',
  changes: true,
  about: { upload: 'upload' },
  description: 'Reserves room, and gives the address that takes the bytes of a new document or of a new version.',
  input: Input,
  result: Result,
  refuses: UPLOAD_REFUSALS,
})
export class StartUpload {
  constructor(private readonly uploads: UploadsService) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { document_id, parent_id, base_version } = input;
    if (document_id !== undefined && parent_id !== undefined)
      throw invalid({ field: 'parent_id', message: 'parent_id must not be given with document_id' });
    if ((document_id === undefined) !== (base_version === undefined))
      throw invalid({ field: 'base_version', message: 'base_version and document_id need each other' });
    return { upload: await this.uploads.begin(actorOf(caller), input) };
  }
}
