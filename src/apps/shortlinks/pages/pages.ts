import {
  builtFile,
  type LinkPlace,
  goneLinkPage,
  missingLinkPage,
  passingLinkPage,
  passwordLinkPage,
  previewLinkPage,
} from '@community-platform/pages';
import type { EmbeddedPixels } from '../../kernel/pages/page-pixels.service.js';
import { assetAnswer, type PublicAnswer, pageAnswer } from '../../kernel/pages/public-answers.js';
import { REASONS } from '../entities/link-report.entity.js';
import type { VisitedLink } from '../visits/visited-link.repository.js';

/** The address at which a page is opened. It decides where the page finds its script and its app. */
export interface Place {
  /** On a host that has short links alone, addresses begin at its root. */
  isOwnHost: boolean;
  slug: string;
  domainId: string | null;
}

/** With the address of all apps, seen from a page. */
export const linkPlace = ({ isOwnHost, slug, domainId }: Place): LinkPlace => ({
  apps: isOwnHost ? '/v1/apps/' : '../../',
  slug,
  domainId,
});

const DAY_MS = 24 * 60 * 60 * 1000;

// No slug can have these names.
export const STYLE = assetAnswer('text/css', builtFile('links/links.css'));
export const SCRIPT = assetAnswer('text/javascript', builtFile('links/links.js'));

export const missingPage = (place: Place): PublicAnswer =>
  pageAnswer(missingLinkPage(linkPlace(place)), { status: 404 });

export const gonePage = (place: Place): PublicAnswer => pageAnswer(goneLinkPage(linkPlace(place)), { status: 410 });

export const passwordPage = (place: Place): PublicAnswer => pageAnswer(passwordLinkPage(linkPlace(place)));

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
  pageAnswer(
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
export const passingPage = (place: Place, next: string, { html, hosts }: EmbeddedPixels): PublicAnswer =>
  pageAnswer(passingLinkPage(linkPlace(place), { next, pixels: html }), { hosts });
