import { IsBoolean } from 'class-validator';
import { Uuid } from '../../platform/http/input/fields.js';

export class Received {
  @IsBoolean() received!: true;
}

export class PaymentSucceededInput {
  @Uuid() payment_id!: string;
}

export class PaymentSucceededAnswer extends Received {
  /** False where no app of that name is there to do what was paid for. */
  @IsBoolean() fulfilled!: boolean;
}
