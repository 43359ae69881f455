import { ListOf, Nested, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { type FileRequest, REQUEST } from '../entities/request.entity.js';
import { CountedItemView, ItemView, RecipientView, RequestView, requestView } from '../filerequests.views.js';
import { ItemRepository } from '../requests/item.repository.js';
import { RequestAddressesService } from '../requests/request-addresses.service.js';
import { RecipientRepository } from '../requests/recipient.repository.js';

class Input {
  @Uuid() request_id!: string;
}

class Result {
  @Nested(() => RequestView) request!: RequestView;
  @ListOf(() => CountedItemView) items!: CountedItemView[];
  @ListOf(() => RecipientView) recipients!: RecipientView[];
}

const NONE = { received_files: 0, accepted_files: 0 };

@Action('get-request', {
  access: 'owner',
  target: REQUEST,
  description: 'A request, with the files of each item, and what each recipient has still to send.',
  input: Input,
  result: Result,
})
export class GetRequest {
  constructor(
    private readonly items: ItemRepository,
    private readonly recipients: RecipientRepository,
    private readonly addresses: RequestAddressesService,
  ) {}

  async run({ target: request }: Call<Input, FileRequest>): Promise<Result> {
    const [items, counts, recipients] = await Promise.all([
      this.items.of(request.id),
      this.items.counts(request.id),
      this.recipients.withMissing(request.id),
    ]);
    return {
      request: requestView(request, this.addresses.ofCode(request.code)),
      items: items.map((item) => ({ ...present(ItemView, item), ...(counts.get(item.id) ?? NONE) })),
      recipients,
    };
  }
}
