import { ArrayMaxSize, IsArray, IsBoolean, IsIn } from 'class-validator';
import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { ListOf, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import { type FileRequest, REQUEST, REQUEST_STATUSES, type RequestStatus } from '../entities/request.entity.js';
import { ItemView, requestView } from '../filerequests.views.js';
import { closesInPast, CLOSES_IN_PAST, TOO_MANY_OPEN } from '../refusals.js';
import { ItemChange, MOST_ITEMS, RequestDetails } from '../request.inputs.js';
import { newRequestCode } from '../requests/request-codes.js';
import { ItemRepository } from '../requests/item.repository.js';
import { RequestAddressesService } from '../requests/request-addresses.service.js';
import { RequestItemsService } from '../requests/request-items.service.js';
import { RequestRulesService } from '../requests/request-rules.service.js';
import { RequestRepository } from '../requests/request.repository.js';
import { RequestResult } from './create-request.action.js';

class Input extends RequestDetails {
  @Uuid() request_id!: string;
  @Optional() @Written(1, 200) title?: string;
  /** Those that are left out are deleted. */
  @Optional() @IsArray() @ArrayMaxSize(MOST_ITEMS) @ListOf(() => ItemChange) items?: ItemChange[];
  @Optional() @IsIn(REQUEST_STATUSES) status?: RequestStatus;
  /** True: another address; personal links go on working. */
  @Optional() @IsBoolean() new_code?: boolean;
}

@Action('update-request', {
  access: 'owner',
  target: REQUEST,
  changes: true,
  description: 'Changes what is given, and opens, closes or archives a request. Null clears.',
  input: Input,
  result: RequestResult,
  refuses: {
    400: [CLOSES_IN_PAST],
    404: ['Item not found'],
    409: ['Request is archived', 'Item already has files', TOO_MANY_OPEN],
  },
})
export class UpdateRequest {
  constructor(
    private readonly requests: RequestRepository,
    private readonly checklist: RequestItemsService,
    private readonly items: ItemRepository,
    private readonly addresses: RequestAddressesService,
    private readonly passwords: LinkPasswordsService,
    private readonly rules: RequestRulesService,
  ) {}

  async prepare({ input }: Preparation<Input, FileRequest>): Promise<string | null | undefined> {
    const { password, max_file_bytes } = input;
    this.rules.checkFileBytes(max_file_bytes);
    return password ? this.passwords.hash(password) : password;
  }

  async run({ input, target: request, prepared }: Call<Input, FileRequest, undefined, string | null | undefined>) {
    const { request_id: _, password: _password, items, status, new_code, closes_at, ...given } = input;
    expectNotArchived(request, input);
    const changes: Values<FileRequest> = {
      ...given,
      password_hash: prepared,
      ...(closes_at !== undefined && { closes_at: closes_at === null ? null : new Date(closes_at) }),
      ...(new_code && { code: newRequestCode() }),
      ...(await this.statusChange(request, { status, closes_at })),
    };
    const row = (await this.requests.updateOne({ id: request.id }, { ...changes, updated_at: NOW })) as FileRequest;
    const checklist = items ? await this.checklist.replace(row.id, items) : await this.items.of(row.id);
    return {
      request: requestView(row, this.addresses.ofCode(row.code)),
      items: checklist.map((item) => present(ItemView, item)),
    } satisfies RequestResult;
  }

  /** A time that is given, and the time of a request that is opened again, must be in the future. */
  private async statusChange(request: FileRequest, { status, closes_at }: Pick<Input, 'status' | 'closes_at'>) {
    const isReopened = status === 'open' && request.status !== 'open';
    const ends = closes_at === undefined ? isReopened && request.closes_at : closes_at;
    if (ends && new Date(ends) <= new Date()) throw closesInPast();
    if (status === undefined || status === request.status) return {};
    if (!isReopened) return { status, closed_reason: request.closed_reason ?? 'owner' };
    await this.rules.expectRoom(request.owner_id);
    return { status, closed_reason: null };
  }
}

/** An archived request can only be closed, by a call that changes nothing else. */
function expectNotArchived(request: FileRequest, input: Input): void {
  if (request.status !== 'archived') return;
  const { request_id: _, status, ...others } = input;
  const changesMore = Object.values(others).some((value) => value !== undefined);
  if (changesMore || status === undefined || status === 'open') throw new Refusal(409, 'Request is archived');
}
