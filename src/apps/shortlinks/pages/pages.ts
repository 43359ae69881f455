import {
  builtFile,
  goneLinkPage,
  missingLinkPage,
  passingLinkPage,
  passwordLinkPage,
  previewLinkPage,
} from '@community-platform/pages';
import type { AttachedPixel } from '../../contracts/pixels.js';
import type { PublicAnswer } from '../../kernel/pages/public-surface.js';
import { REASONS } from '../entities/link-report.entity.js';
import type { VisitedLink } from '../visits/visited-link.repository.js';
import { linkPage, type Place, linkPlace } from './link-page.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const asset = (type: string, body: string): PublicAnswer => ({
  status: 200,
  // A browser asks for the file each time, so no page meets an older script.
  headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' },
  body,
});

/** Named as no slug can be. */
export const ASSETS: Record<string, PublicAnswer | undefined> = {
  'links.css': asset('text/css', builtFile('links/links.css')),
  'links.js': asset('text/javascript', builtFile('links/links.js')),
};

export const missingPage = (place: Place): PublicAnswer => linkPage(missingLinkPage(linkPlace(place)), { status: 404 });

export const gonePage = (place: Place): PublicAnswer => linkPage(goneLinkPage(linkPlace(place)), { status: 410 });

export const passwordPage = (place: Place): PublicAnswer => linkPage(passwordLinkPage(linkPlace(place)));

interface Preview {
  link: VisitedLink;
  place: Place;
  /** Where it leads; null: the visitor may not know it yet. */
  destination: string | null;
  /** The address that goes on. */
  next: string;
}

/** Shows where a link leads before the visitor goes on, and warns of harm. */
export const previewPage = ({ link, place, destination, next }: Preview): PublicAnswer =>
  linkPage(
    previewLinkPage(linkPlace(place), {
      title: link.title ?? 'A short link',
      destination,
      isWarned: link.warned_at !== null,
      age: Math.floor((Date.now() - link.created_at.getTime()) / DAY_MS),
      next,
      reasons: REASONS,
    }),
  );

/** Fires pixels, and goes on after a second at most. */
export function passingPage(place: Place, next: string, pixels: AttachedPixel[], hosts: string[]): PublicAnswer {
  const values = pixels.map(({ attachment_id, provider, external_id, event, consent }) => ({
    attachment_id,
    provider,
    external_id,
    event,
    consent,
  }));
  return linkPage(passingLinkPage(linkPlace(place), { next, pixels: values }), { hosts });
}
