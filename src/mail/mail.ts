export interface Mail {
  to: string;
  subject: string;
  /** The text, one item per paragraph. */
  paragraphs: string[];
  button?: { label: string; url: string };
  footnote?: string;
}

/**
 * One kind of mail. The queue holds only its parameters: the text, and any token in it, is created when the
 * mail is sent, so that no link is stored in the database.
 */
export abstract class MailKind<About extends object = object> {
  abstract readonly name: string;

  /**
   * Undefined when there is nothing to send any more. `requestId` is the same when sending failed and the
   * mail is composed again, so that a retry does not count as a second mail.
   */
  abstract compose(about: About, requestId: string): Promise<Mail | undefined>;
}
