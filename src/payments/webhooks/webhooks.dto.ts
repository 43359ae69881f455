import { IsBoolean } from 'class-validator';
import { Uuid } from '../../platform/http/input/fields.js';

export class Received {
  @IsBoolean() received!: true;
}

export class PaymentSucceededInput {
  @Uuid() payment_id!: string;
}

export class PaymentSucceededAnswer extends Received {
  /** False if no app with that slug exists, or the app does not know the order. */
  @IsBoolean() fulfilled!: boolean;
}
