import { Uuid } from '../../../platform/http/fields.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { VersionRepository } from '../bytes/version.repository.js';
import { VersionView, versionView } from '../documents.views.js';
import { actorOf, ItemAccessService } from '../items/item-access.service.js';

class Input extends Page {
  @Uuid() document_id!: string;
}

class Result extends pageOf('versions', () => VersionView) {}

@Action('list-versions', {
  access: 'authenticated',
  description: 'The versions of a document, the newest first.',
  input: Input,
  result: Result,
  refuses: { 404: ['Document not found'] },
})
export class ListVersions {
  constructor(
    private readonly access: ItemAccessService,
    private readonly versions: VersionRepository,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { id } = await this.access.require(actorOf(caller), input.document_id, 'Document', 'viewer');
    const { rows, next_cursor } = await this.versions.page(id, pageQuery(input));
    return { versions: rows.map(versionView), next_cursor };
  }
}
