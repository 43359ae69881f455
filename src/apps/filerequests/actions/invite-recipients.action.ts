import { ArrayMaxSize, ArrayMinSize, IsArray, IsString } from 'class-validator';
import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { Email, ListOf, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type FileRequest, REQUEST } from '../entities/request.entity.js';
import { isClosed } from '../refusals.js';
import { RecipientRepository } from '../requests/recipient.repository.js';
import { RequestAddressesService } from '../requests/request-addresses.service.js';

const MOST = 500;

class Invited {
  @Written(1, 100) name!: string;
  /** A member, who needs no link: they open the request by its id. */
  @Optional() @Nullable() @Uuid() user_id?: string | null;
  @Optional() @Nullable() @Email() email?: string | null;
}

class Input {
  @Uuid() request_id!: string;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(100) @ListOf(() => Invited) recipients!: Invited[];
}

class InvitedView {
  @Uuid() id!: string;
  @IsString() name!: string;
  /** The personal link, which is shown once; null for members. */
  @Nullable() @IsString() url!: string | null;
}

class SkippedView {
  @IsString() name!: string;
  @Nullable() @Uuid() user_id!: string | null;
  @Nullable() @IsString() email!: string | null;
}

class Result {
  @ListOf(() => InvitedView) recipients!: InvitedView[];
  /** Who is invited already. */
  @ListOf(() => SkippedView) skipped!: SkippedView[];
}

@Action('invite-recipients', {
  access: 'owner',
  target: REQUEST,
  changes: true,
  description: 'Gives each of these people a personal link, and notifies those who are members.',
  input: Input,
  result: Result,
  refuses: { 404: ['User not found'], 409: ['Recipient limit reached', 'Request is closed'] },
})
export class InviteRecipients {
  constructor(
    private readonly recipients: RecipientRepository,
    private readonly addresses: RequestAddressesService,
    private readonly notifications: AppNotificationsService,
  ) {}

  async run({ input, caller, target: request }: Call<Input, FileRequest>): Promise<Result> {
    if (request.status !== 'open') throw isClosed();
    const people = input.recipients.map(({ name, user_id = null, email = null }) => ({ name, user_id, email }));
    if (people.some(({ user_id, email }) => user_id && email))
      throw invalid({ field: 'recipients', message: 'a recipient has user_id or email, not both' });
    const members = [...new Set(people.flatMap(({ user_id }) => user_id ?? []))];
    if ((await this.recipients.activeUsers(members)) < members.length) throw notFound('User');
    const made = await this.recipients.invite(request.id, people);
    if ((await this.recipients.countWhere({ request_id: request.id })) > MOST)
      throw new Refusal(409, 'Recipient limit reached');
    const isNew = new Set(people.flatMap(({ user_id }, at) => (user_id && made[at] ? [user_id] : [])));
    this.notifications.notifyMany([...isNew], {
      type: 'filerequests.invited',
      title: request.title,
      body: 'You are asked to send files.',
      data: { request_id: request.id, closes_at: request.closes_at },
      actor_id: caller.id,
    });
    return {
      recipients: people.flatMap(({ name, user_id }, at) => {
        const link = made[at];
        return link ? [{ id: link.id, name, url: user_id ? null : this.addresses.ofToken(link.token) }] : [];
      }),
      skipped: people.filter((_, at) => !made[at]),
    };
  }
}
