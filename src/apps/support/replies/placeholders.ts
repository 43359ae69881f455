import { Refusal } from '../../../platform/http/refusal.js';

const KNOWN = ['requester.name', 'agent.name', 'ticket.number', 'ticket.subject'] as const;
export type Filling = Record<(typeof KNOWN)[number], string>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

export function checkPlaceholders(text: string): void {
  for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (!KNOWN.some((known) => known === name)) throw new Refusal(400, `Unknown placeholder: ${name}`);
  }
}

/** In one go, so that what is filled in is not looked through. */
export const filled = (text: string, filling: Filling) =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => filling[name as keyof Filling] ?? whole);
