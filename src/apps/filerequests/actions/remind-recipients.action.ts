import { ArrayMaxSize, IsArray, IsBoolean, IsInt, IsString } from 'class-validator';
import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { ListOf, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type FileRequest, REQUEST } from '../entities/request.entity.js';
import { reminder } from '../jobs/reminder.js';
import { isClosed } from '../refusals.js';
import { RecipientRepository } from '../requests/recipient.repository.js';
import { RequestAddressesService } from '../requests/request-addresses.service.js';

class Input {
  @Uuid() request_id!: string;
  /** All who have not submitted if it is not given. */
  @Optional() @IsArray() @ArrayMaxSize(500) @Uuid({ each: true }) recipient_ids?: string[];
  /** True: those without an account get fresh personal links, and the ones before stop working. */
  @Optional() @IsBoolean() new_links?: boolean;
}

class LinkView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsString() url!: string;
}

class Result {
  @IsInt() reminded!: number;
  @ListOf(() => LinkView) links!: LinkView[];
  /** The ids of those who were reminded within a day, have submitted, or have no account and get no link. */
  @Uuid({ each: true }) skipped!: string[];
}

@Action('remind-recipients', {
  access: 'owner',
  target: REQUEST,
  changes: true,
  description: 'Reminds those who have not submitted, at most once a day each.',
  input: Input,
  result: Result,
  refuses: { 404: ['Recipient not found'], 409: ['Request is closed'] },
})
export class RemindRecipients {
  constructor(
    private readonly recipients: RecipientRepository,
    private readonly addresses: RequestAddressesService,
    private readonly notifications: AppNotificationsService,
  ) {}

  async run({ input, caller, target: request }: Call<Input, FileRequest>): Promise<Result> {
    if (request.status !== 'open') throw isClosed();
    const { recipient_ids, new_links = false } = input;
    const all = await this.recipients.find({ request_id: request.id }, { select: ['id', 'status'] });
    const known = new Set(all.map(({ id }) => id));
    const unsent = all.filter(({ status }) => status !== 'submitted' && status !== 'accepted').map(({ id }) => id);
    const asked = new Set(recipient_ids ?? unsent);
    if ([...asked].some((id) => !known.has(id))) throw notFound('Recipient');
    const reminded = await this.recipients.remind(request.id, recipient_ids ?? null, new_links);
    const members = reminded.flatMap(({ user_id }) => user_id ?? []);
    this.notifications.notifyMany(members, { ...reminder(request), actor_id: caller.id });
    const others = reminded.filter(({ user_id }) => user_id === null);
    const tokens = await this.recipients.renewAll(others.map(({ id }) => id));
    for (const { id } of reminded) asked.delete(id);
    return {
      reminded: reminded.length,
      links: others.map(({ id, name }) => ({ id, name, url: this.addresses.ofToken(tokens.get(id) as string) })),
      skipped: [...asked],
    };
  }
}
