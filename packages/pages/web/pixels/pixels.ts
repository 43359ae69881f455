import { askForConsent, type Bar } from './consent-bar.js';
import { answered, refusesNetworks } from './consent.js';
import { TEMPLATES } from './templates.js';

interface EmbeddedPixel {
  attachment_id: string;
  provider: string;
  external_id: string | null;
  event: string;
  consent: 'required' | 'not_required';
}

interface Embedded {
  pixels: EmbeddedPixel[];
  /** Null: the page asks nothing, and a pixel that needs consent fires only where it was given before. */
  bar: Bar | null;
}

const script = import.meta.url;
const fired = new Set<string>();

/** Runs the template, and tells the service that it did. A template that fails leaves the others alone. */
function fire({ attachment_id, provider, external_id, event }: EmbeddedPixel): void {
  const template = TEMPLATES.get(provider);
  if (!template || fired.has(attachment_id)) return;
  fired.add(attachment_id);
  try {
    template(external_id ?? '', event);
  } catch {
    return;
  }
  const address = `${script.slice(0, script.lastIndexOf('/'))}/fired/${attachment_id}`;
  // With the host of the page and without its path, whatever the page says of referrers.
  void fetch(address, { keepalive: true, credentials: 'omit', cache: 'no-store', referrerPolicy: 'origin' }).catch(
    () => {},
  );
}

function start({ pixels, bar }: Embedded): void {
  const allowed = pixels.filter(({ provider }) => provider === 'own' || !refusesNetworks());
  const asking = allowed.filter(({ consent }) => consent === 'required');
  for (const pixel of allowed) if (pixel.consent === 'not_required') fire(pixel);
  const agreed = () => asking.forEach(fire);
  if (bar && asking.length) askForConsent(bar, agreed);
  else if (answered() === 'yes') agreed();
}

const block = document.getElementById('pixels');
if (block?.textContent) start(JSON.parse(block.textContent) as Embedded);
