import { IsString } from 'class-validator';

/** The answer of a call that changes something and has no data to return. */
export class Done {
  @IsString() message!: string;
}
