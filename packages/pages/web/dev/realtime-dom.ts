const UUID = /([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f-]{23}([0-9a-f]{4})/;

/** The element of realtime.html that has this id. */
export const at = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;
export const button = (id: string) => at<HTMLButtonElement>(id);
export const select = (id: string) => at<HTMLSelectElement>(id);

export const make = <K extends keyof HTMLElementTagNameMap>(name: K, className = '', text = '') =>
  Object.assign(document.createElement(name), { className, textContent: text });

/** A stream's name without the middle of its UUID. */
export const short = (stream: string) => stream.replace(UUID, '$1…$2');
export const pretty = (value: unknown) => JSON.stringify(value, null, 2);
export const clock = (date: Date) =>
  `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;

export function offer(list: HTMLSelectElement, value: string): void {
  if (![...list.options].some((option) => option.value === value)) list.add(new Option(short(value), value));
}

/** Indented JSON with its keys marked. */
export function json(value: unknown): HTMLPreElement {
  const pre = make('pre');
  const parts = pretty(value).split(/("[^"]*"(?=: ))/);
  pre.append(...parts.map((part, i) => (i % 2 ? make('span', 'key', part) : part)));
  return pre;
}

/** Copies the text to the clipboard and says so on the button. */
export async function copyText(source: HTMLButtonElement, text: string): Promise<void> {
  const words = source.textContent;
  // Browsers offer the clipboard only to pages of this machine and to pages that came encrypted.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const isDone = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  source.textContent = isDone ? 'Copied' : 'Not allowed';
  setTimeout(() => (source.textContent = words), 1500);
}
