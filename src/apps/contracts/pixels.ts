export type PixelTarget = 'shortlinks' | 'biolinks' | 'blog';

/** What the app `pixels` is asked by the apps whose pages fire them. `PagePixelsService` is how pages ask it. */
export interface PixelsService {
  /** The active ones that the target's owner has attached to it. */
  attachedTo(targetApp: PixelTarget, targetId: string): Promise<AttachedPixel[]>;
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
  /** What the owner's page says when it asks for consent. */
  bar?: ConsentBar;
}

export interface ConsentBar {
  text: string;
  privacy_url: string | null;
}
