/** What another area leaves of the words by which an account is known. Where none declares it, they stay as they are. */
export abstract class NameFilter {
  abstract clean(text: string, longest: number): Promise<string>;
}
