import { IsIn } from 'class-validator';
import { Instant, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AccessView, accessView } from '../documents.views.js';
import { actorOf, IN_TRASH } from '../items/item-access.service.js';
import { GrantsService } from '../sharing/grants.service.js';
import { EXPIRY_IN_PAST } from '../sharing/refusals.js';

class Input {
  @Uuid() item_id!: string;
  @Uuid() user_id!: string;
  @IsIn(['viewer', 'editor', 'none']) role!: 'viewer' | 'editor' | 'none';
  @Optional() @Nullable() @Instant() expires_at?: string | null;
}

class Result {
  @Nullable() @Nested(() => AccessView) access!: AccessView | null;
}

@Action('set-access', {
  access: 'authenticated',
  changes: true,
  about: { item: 'item_id' },
  description: 'Gives a member a role on an item, or takes it away. Members may give up their own role.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Cannot share with yourself', EXPIRY_IN_PAST],
    403: ['Forbidden'],
    404: ['Item not found', 'User not found'],
    409: ['Access limit reached', IN_TRASH],
  },
})
export class SetAccess {
  constructor(private readonly grants: GrantsService) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { item_id, user_id, role, expires_at } = input;
    const actor = actorOf(caller);
    if (role === 'none') await this.grants.remove(actor, item_id, user_id);
    if (role === 'none') return { access: null };
    const until = expires_at ? new Date(expires_at) : null;
    return { access: accessView(await this.grants.give(actor, item_id, { user_id, role, expires_at: until })) };
  }
}
