/** What the app `certificates` is asked by the apps that something can be completed in. */
export interface CertificatesService {
  /** In the caller's transaction. Once for a course and user, and for an `external_ref` of a template. */
  issue(certificate: NewCertificate): Promise<void>;
}

export interface NewCertificate {
  /** Whose template it is: the issuer. */
  owner_id: string;
  template_id: string;
  /** The recipient. */
  user_id: string;
  course_id: string;
  title: string;
  /** The enrollment. */
  external_ref: string;
}
