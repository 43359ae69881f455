export interface Mail {
  to: string;
  subject: string;
  /** What it says, a paragraph each. */
  paragraphs: string[];
  button?: { label: string; url: string };
  footnote?: string;
}

/**
 * One kind of mail. What waits in the queue is only what it is about: the text, and any token in it, is made
 * when it is sent, so that no link ever rests in the database.
 */
export abstract class MailKind<About extends object = object> {
  abstract readonly name: string;

  /**
   * Undefined: there is nothing to send (any more). The request's id is the same when sending failed and the
   * mail is composed anew, so that a second try does not count as a second mail.
   */
  abstract compose(about: About, requestId: string): Promise<Mail | undefined>;
}
