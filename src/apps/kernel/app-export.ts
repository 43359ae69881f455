/** Rows by table: all that a user owns in an app, or is a party of. */
export type Exported = Record<string, object[]>;

export abstract class AppExport {
  abstract of(userId: string): Promise<Exported>;
}
