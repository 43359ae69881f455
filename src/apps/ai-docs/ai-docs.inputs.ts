import { ArrayMaxSize, IsArray } from 'class-validator';
import { ArrayUnique, Chars, Optional, Words } from '../../platform/http/fields.js';

export const LENGTHS = ['short', 'medium', 'long'] as const;
export type Length = (typeof LENGTHS)[number];

export const MOST_CHARACTERS = 500_000;
const MOST_TAGS = 20;

/** The same key again answers with the same run. */
export class RunInput {
  @Optional() @Chars(1, 200) idempotency_key?: string;
}

export const Tags = (): PropertyDecorator => (target, property) => {
  for (const decorate of [IsArray(), ArrayMaxSize(MOST_TAGS), ArrayUnique(), Words(40, { each: true })])
    decorate(target, property);
};

export const Title = () => Words(200);
export const Body = () => Chars(0, MOST_CHARACTERS);
