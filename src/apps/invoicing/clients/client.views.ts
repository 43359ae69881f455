import { IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Nested, Nullable, Optional } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { type Address, Client } from '../entities/client.entity.js';

export class AddressView {
  @IsString() line1!: string;
  @Optional() @IsString() line2?: string;
  @Optional() @IsString() city?: string;
  @Optional() @IsString() region?: string;
  @Optional() @IsString() postal_code?: string;
  @IsString() country!: string;
}

export class ClientView extends viewOf(Client) {
  @Nullable() @Nested(() => AddressView) declare address: Address | null;
}

export class ClientResult extends answerWith('client', () => ClientView) {}

export const presentClient = (client: Client): ClientView => present(ClientView, client);
