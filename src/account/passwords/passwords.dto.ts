import { Password, Required } from '../../platform/http/input/fields.js';
import { EmailAddress } from '../email-address.js';

export class ForgotPasswordInput {
  @EmailAddress() email!: string;
}

export class ResetPasswordInput {
  @Required('Missing password') @Password() password!: string;
}
