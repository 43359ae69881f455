import { IsString } from 'class-validator';

/** The result of an action that only says what it did. */
export class MessageResult {
  @IsString() message!: string;
}
