import { IsIn, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { VersionRepository } from '../bytes/version.repository.js';
import { itemView, ItemView, PathView, VersionView, versionView } from '../documents.views.js';
import { actorOf, ItemAccessService } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { MarkRepository } from '../items/mark.repository.js';
import { ROLES, type Role } from '../items/roles.js';
import { HoldRepository } from '../trash/hold.repository.js';

class Input {
  @Uuid() document_id!: string;
}

class HoldView {
  @IsString() app_slug!: string;
  @Nullable() @Uuid() version_id!: string | null;
  @Nullable() @Time() until!: Date | null;
}

class Result {
  @Nested(() => ItemView) document!: ItemView;
  @Nested(() => VersionView) version!: VersionView;
  @ListOf(() => PathView) path!: PathView[];
  @IsIn(ROLES) role!: Role;
  /** The apps that need the document. */
  @ListOf(() => HoldView) holds!: HoldView[];
}

@Action('get-document', {
  access: 'authenticated',
  notes: true,
  description: 'A document with its current version. The caller has opened it now.',
  input: Input,
  result: Result,
  refuses: { 404: ['Document not found'] },
})
export class GetDocument {
  constructor(
    private readonly access: ItemAccessService,
    private readonly items: ItemRepository,
    private readonly versions: VersionRepository,
    private readonly holds: HoldRepository,
    private readonly marks: MarkRepository,
  ) {}

  async run({ input: { document_id }, caller }: Call<Input>): Promise<Result> {
    const { role, ...seen } = await this.access.require(actorOf(caller), document_id, 'Document', 'viewer');
    await this.marks.opened(caller.id, document_id);
    const version = await this.versions.the({ id: seen.current_version_id as string }, 'Document');
    const holds = await this.holds.live([document_id]);
    return {
      document: itemView(await this.items.withSharing(document_id, caller.id)),
      version: versionView(version),
      path: await this.items.path(seen, caller.id),
      role,
      holds: holds.map(({ app_slug, version_id, until }) => ({ app_slug, version_id, until })),
    };
  }
}
