import { ListOf, Nested } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import { ItemView, RequestView, requestView } from '../filerequests.views.js';
import { closesInPast, CLOSES_IN_PAST, TOO_MANY_OPEN } from '../refusals.js';
import { NewRequest } from '../request.inputs.js';
import { newRequestCode } from '../requests/request-codes.js';
import { RequestAddressesService } from '../requests/request-addresses.service.js';
import { RequestFoldersService } from '../requests/request-folders.service.js';
import { RequestItemsService } from '../requests/request-items.service.js';
import { RequestRulesService } from '../requests/request-rules.service.js';
import { RequestRepository } from '../requests/request.repository.js';

export class RequestResult {
  @Nested(() => RequestView) request!: RequestView;
  @ListOf(() => ItemView) items!: ItemView[];
}

@Action('create-request', {
  access: 'authenticated',
  changes: true,
  about: 'request',
  description: 'Asks for files: a checklist, a folder of the documents, and the address where anybody uploads.',
  input: NewRequest,
  result: RequestResult,
  refuses: { 400: [CLOSES_IN_PAST], 404: ['Folder not found'], 409: [TOO_MANY_OPEN] },
})
export class CreateRequest {
  constructor(
    private readonly requests: RequestRepository,
    private readonly items: RequestItemsService,
    private readonly folders: RequestFoldersService,
    private readonly addresses: RequestAddressesService,
    private readonly passwords: LinkPasswordsService,
    private readonly rules: RequestRulesService,
  ) {}

  async prepare({ input: { password, max_file_bytes } }: Preparation<NewRequest>): Promise<string | null> {
    this.rules.checkFileBytes(max_file_bytes);
    return password ? this.passwords.hash(password) : null;
  }

  async run({
    input,
    caller,
    prepared,
  }: Call<NewRequest, undefined, undefined, string | null>): Promise<RequestResult> {
    const { items = [], folder_id, password: _, closes_at, ...given } = input;
    const ends = closes_at ? new Date(closes_at) : null;
    if (ends && ends <= new Date()) throw closesInPast();
    await this.rules.expectRoom(caller.id);
    const row = await this.requests.insert({
      owner_id: caller.id,
      ...(await this.rules.defaults(caller.id)),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      closes_at: ends,
      password_hash: prepared,
      folder_id: await this.folders.choose(caller.id, given.title, folder_id),
      code: newRequestCode(),
    });
    const made = await this.items.replace(row.id, items);
    return {
      request: requestView(row, this.addresses.ofCode(row.code)),
      items: made.map((item) => present(ItemView, item)),
    };
  }
}
