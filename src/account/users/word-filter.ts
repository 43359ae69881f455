/** Replaces filtered words in texts and names. Without providers texts stay as they are. */
export abstract class WordFilter {
  abstract clean(text: string, longest: number): Promise<string>;
}
