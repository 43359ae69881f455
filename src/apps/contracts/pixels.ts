/** What the app `pixels` is asked by the apps whose pages fire them. */
export interface PixelsService {
  /** The active ones that the target's owner has attached to it. */
  attachedTo(targetApp: 'shortlinks' | 'biolinks' | 'blog', targetId: string): Promise<AttachedPixel[]>;
  /** The hosts that the templates of these providers talk to, for a page's policy. */
  hostsOf(providers: string[]): string[];
}

export interface AttachedPixel {
  attachment_id: string;
  pixel_id: string;
  /** `own`, or the name of a network. */
  provider: string;
  external_id: string | null;
  event: string;
  consent: 'required' | 'not_required';
}
