import { jsonBlock } from '@community-platform/pages';
import { Injectable } from '@nestjs/common';
import { headerOf, type Visitor } from '../../../web-events/visits/visit.js';
import { AppServices } from '../../contracts/app-services.js';
import type { AttachedPixel, PixelTarget } from '../../contracts/pixels.js';

/** What a page contains to fire its pixels, and the hosts that `pageAnswer` has to allow. */
export interface EmbeddedPixels {
  /** Empty if the page has no pixels. The script runs when the page is read, so it may stand anywhere in it. */
  html: string;
  hosts: string[];
  /** For the answer: a cache must not give the page of a visitor who refuses to others, or theirs to them. */
  headers: Record<string, string>;
}

interface Embedding {
  visitor: Visitor;
  /** The address of all apps, seen from the page: `../../` or `/v1/apps/`. */
  apps: string;
  /** True: the page asks for consent by a bar, if a pixel needs it and the visitor has not answered yet. */
  asks: boolean;
}

/** The one way in which pages of apps fire the pixels that their owners have attached to them. */
@Injectable()
export class PagePixelsService {
  constructor(private readonly services: AppServices) {}

  async attachedTo(targetApp: PixelTarget, targetId: string): Promise<AttachedPixel[]> {
    return (await this.services.of('pixels')?.attachedTo(targetApp, targetId)) ?? [];
  }

  async on(targetApp: PixelTarget, targetId: string, embedding: Embedding): Promise<EmbeddedPixels> {
    return this.embed(await this.attachedTo(targetApp, targetId), embedding);
  }

  /** Pixels of networks are left out for a visitor whose browser sends `Sec-GPC: 1`. */
  embed(pixels: AttachedPixel[], { visitor, apps, asks }: Embedding): EmbeddedPixels {
    const headers: Record<string, string> = pixels.some(isOfNetwork) ? { Vary: 'Sec-GPC' } : {};
    const rendered = renderedFor(visitor, pixels);
    if (!rendered.length) return { html: '', hosts: [], headers };
    const providers = [...new Set(rendered.map(({ provider }) => provider))];
    const values = rendered.map(({ attachment_id, provider, external_id, event, consent }) => ({
      attachment_id,
      provider,
      external_id,
      event,
      consent,
    }));
    const bar = asks ? rendered.find(({ consent }) => consent === 'required')?.bar : undefined;
    return {
      html: `${jsonBlock('application/json', { pixels: values, bar: bar ?? null }, 'pixels')}
<script type="module" src="${apps}pixels/public/pixels.js"></script>`,
      hosts: this.services.of('pixels')?.hostsOf(providers) ?? [],
      headers,
    };
  }
}

/** Those that may be rendered for a visitor, whatever they have agreed to. */
export function renderedFor(visitor: Visitor, pixels: AttachedPixel[]): AttachedPixel[] {
  const refusesNetworks = headerOf(visitor, 'sec-gpc') === '1';
  return pixels.filter((pixel) => !isOfNetwork(pixel) || !refusesNetworks);
}

const isOfNetwork = ({ provider }: AttachedPixel) => provider !== 'own';
