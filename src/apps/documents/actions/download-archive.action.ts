import { ArrayMaxSize, ArrayMinSize, IsArray, IsString } from 'class-validator';
import { Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ArchivesService, TOO_LARGE } from '../bytes/archives.service.js';
import { actorOf, IN_TRASH, ItemAccessService } from '../items/item-access.service.js';
import { Refusal } from '../../../platform/http/refusal.js';

class Input {
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(100) @Uuid({ each: true }) item_ids!: string[];
}

class Result {
  @IsString() url!: string;
  @Time() expires_at!: Date;
}

@Action('download-archive', {
  access: 'authenticated',
  description: 'An address of a zip of folders and documents, which works for fifteen minutes.',
  input: Input,
  result: Result,
  refuses: { 400: [TOO_LARGE], 404: ['Item not found'], 409: [IN_TRASH] },
})
export class DownloadArchive {
  constructor(
    private readonly access: ItemAccessService,
    private readonly archives: ArchivesService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const items = await this.access.requireAll(actorOf(caller), input.item_ids, 'viewer');
    if (items.some(({ trashed_at }) => trashed_at)) throw new Refusal(409, IN_TRASH);
    const ids = items.map(({ id }) => id);
    await this.archives.expectSmall(ids);
    const name = items.length === 1 && items[0] ? items[0].name : 'Documents';
    const { url, expires_at } = this.archives.ticket({ user: caller.id }, ids, name);
    return { url, expires_at };
  }
}
