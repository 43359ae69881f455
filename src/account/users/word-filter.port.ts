/** What another area leaves of the words that people write, of their names too. Where none declares it, they stay. */
export abstract class WordFilter {
  abstract clean(text: string, longest: number): Promise<string>;
}
