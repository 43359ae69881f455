/** What one area adds to the copy of an account's data: its name there, and the rows. */
export abstract class ExportSection {
  abstract readonly section: string;
  abstract rows(userId: string): Promise<unknown>;
}
