import { IsString } from 'class-validator';

export class MessageResult {
  @IsString() message!: string;
}
