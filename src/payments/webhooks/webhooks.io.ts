import { IsBoolean, IsUUID } from 'class-validator';

export class Received {
  @IsBoolean() received!: true;
}

export class PaymentSucceededInput {
  @IsUUID() payment_id!: string;
}

export class PaymentSucceededAnswer extends Received {
  /** False where no app of that name is there to do what was paid for. */
  @IsBoolean() fulfilled!: boolean;
}
