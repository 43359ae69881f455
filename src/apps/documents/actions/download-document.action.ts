import { IsBoolean, IsInt, IsString, Max, Min } from 'class-validator';
import { Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DownloadsService } from '../bytes/downloads.service.js';
import { VersionRepository } from '../bytes/version.repository.js';
import { actorOf, ItemAccessService } from '../items/item-access.service.js';

class Input {
  @Uuid() document_id!: string;
  @Optional() @IsInt() @Min(1) @Max(2_147_483_647) version?: number;
  /** True: browsers show what they can show safely. */
  @Optional() @IsBoolean() inline?: boolean;
}

export class SignedUrlAnswer {
  @IsString() url!: string;
  @IsString() filename!: string;
  @Time() expires_at!: Date;
}

@Action('download-document', {
  access: 'authenticated',
  description: 'An address of the content that works for ten minutes.',
  input: Input,
  result: SignedUrlAnswer,
  refuses: { 404: ['Document not found', 'Version not found'] },
})
export class DownloadDocument {
  constructor(
    private readonly access: ItemAccessService,
    private readonly versions: VersionRepository,
    private readonly downloads: DownloadsService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<SignedUrlAnswer> {
    const { document_id, inline } = input;
    const item = await this.access.require(actorOf(caller), document_id, 'Document', 'viewer');
    const number = input.version ?? item.version_number;
    const version = await this.versions.the({ item_id: item.id, number }, 'Version');
    return this.downloads.sign(version, { filename: item.name, inline });
  }
}
