import { IsInt, IsString } from 'class-validator';

/** The answer of a call that did something and has nothing to show. */
export class Done {
  @IsString() message!: string;
}

export class SessionAnswer {
  @IsString() access_token!: string;
  @IsString() refresh_token!: string;
  /** Seconds. */
  @IsInt() expires_in!: number;
  /** Unix time in seconds. */
  @IsInt() expires_at!: number;
}
