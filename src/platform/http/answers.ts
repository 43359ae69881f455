import { IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { ListOf, Nested, Nullable } from './fields.js';

type PageClass<Name extends string, Item> = new () => { [Key in Name]: Item[] } & { next_cursor: string | null };

/** The base class of an answer that is a page: `class PostsAnswer extends pageOf('posts', () => PostView) {}`. */
export function pageOf<Name extends string, Item extends object>(
  name: Name,
  item: () => new () => Item,
): PageClass<Name, Item> {
  class Page {}
  ListOf(item)(Page.prototype, name);
  IsString()(Page.prototype, 'next_cursor');
  Nullable()(Page.prototype, 'next_cursor');
  JSONSchema({ description: 'null at the end' })(Page.prototype, 'next_cursor');
  return Page as PageClass<Name, Item>;
}

type AnswerClass<Name extends string, Item> = new () => { [Key in Name]: Item };

/** The base class of an answer that is one thing: `class PostAnswer extends answerWith('post', () => PostView) {}`. */
export function answerWith<Name extends string, Item extends object>(
  name: Name,
  item: () => new () => Item,
): AnswerClass<Name, Item> {
  class Answer {}
  Nested(item)(Answer.prototype, name);
  return Answer as AnswerClass<Name, Item>;
}
