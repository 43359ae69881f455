export const REFUSED = 'Provider refused the request';
export const SILENT = 'Provider did not answer';
export const EMPTY = 'Provider answer was empty';
export const CUT_OFF = 'Provider answer was cut off';

/** What came of a question that has no whole answer. */
export class ProviderFailure extends Error {
  constructor(
    message: string,
    /** Another try may succeed. */
    readonly isPassing: boolean,
    /** What has arrived of the answer. */
    readonly text = '',
  ) {
    super(message);
  }
}
