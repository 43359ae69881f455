import { type AskedItem, call, type Opened, put, type SentFile, type Started } from './api.js';

interface Page {
  person: () => object;
  isPersonKnown: () => boolean;
  refresh: () => Promise<void>;
  tell: (text: string, kind?: 'good' | 'bad' | '') => void;
  started: (receipt: string | null) => void;
}

/** So many files are sent at once; the others wait. */
const AT_ONCE = 3;
const REMOVABLE = new Set(['draft', 'changes_requested']);
const STATUSES = {
  pending: 'not complete',
  received: 'received',
  rejected: 'not accepted',
  lost: 'lost',
  removed: 'removed',
};
const UNITS = ['B', 'KB', 'MB', 'GB'];

/** Uploads that this page has begun, one after the other for the first, whose answer has the receipt. */
let queue: Promise<unknown> = Promise.resolve();
const running = new Set<Promise<void>>();
/** Those of them whose bytes are on their way. */
const moving = new Set<Promise<void>>();
export const pendingUploads = async () => {
  await queue;
  await Promise.all(running);
};

const node = <Name extends keyof HTMLElementTagNameMap>(name: Name, text = '', className = '') => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
};

function size(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log(bytes || 1) / Math.log(1024)), UNITS.length - 1);
  const number = bytes / 1024 ** unit;
  return `${number.toFixed(unit && number < 10 ? 1 : 0)} ${UNITS[unit]}`;
}

export function drawItems(place: HTMLElement, { request, submission }: Opened, page: Page): void {
  // Rows of running uploads would lose their progress.
  if (running.size) return;
  const files = submission?.files ?? [];
  const isRemovable = request.takes_files && (!submission || REMOVABLE.has(submission.status));
  const sections = request.items.length ? request.items : [undefined];
  place.replaceChildren(
    ...sections.map((item) => {
      const own = files.filter(({ item_id }) => item_id === (item?.id ?? null));
      const section = node('section', '', 'item');
      if (item) section.append(...about(item, submission?.missing_items.includes(item.id) ?? item.required));
      const list = node('ul', '', 'files');
      list.append(...own.map((file) => row(file, isRemovable, page)));
      if (request.takes_files) section.append(chooser(item, request, list, page));
      section.append(list);
      return section;
    }),
  );
}

function about(
  { title, description, required, allowed_extensions: extensions, min_files }: AskedItem,
  isMissing: boolean,
) {
  const header = node('header');
  const state = required ? (isMissing ? 'required' : 'complete') : 'optional';
  header.append(node('h2', title), node('span', state, `soft ${required && !isMissing ? 'good' : ''}`));
  const parts = [
    description,
    extensions.length && `Types: ${extensions.join(', ')}`,
    min_files > 1 && `At least ${min_files} files`,
  ];
  return [header, ...parts.flatMap((text) => (text ? node('p', text, 'soft') : []))];
}

function chooser(
  item: AskedItem | undefined,
  { blocked_extensions, max_file_bytes }: Opened['request'],
  list: HTMLElement,
  page: Page,
) {
  const label = node('label', '', 'drop');
  const input = node('input');
  input.type = 'file';
  input.multiple = (item?.max_files ?? 2) > 1;
  if (item?.allowed_extensions.length) input.accept = item.allowed_extensions.map((one) => `.${one}`).join(',');
  label.append(
    node('span', item ? `Choose files: ${item.title}` : 'Choose files'),
    node('span', `or drop them here, up to ${size(max_file_bytes)} each`, 'soft'),
    input,
  );
  const take = (files: Iterable<File>) => {
    if (!page.isPersonKnown()) return;
    for (const file of files) send(file, { item, blocked: blocked_extensions, most: max_file_bytes, list, page });
  };
  input.addEventListener('change', () => {
    take([...(input.files ?? [])]);
    input.value = '';
  });
  label.addEventListener('dragover', (event) => {
    event.preventDefault();
    label.classList.add('over');
  });
  label.addEventListener('dragleave', () => label.classList.remove('over'));
  label.addEventListener('drop', (event) => {
    event.preventDefault();
    label.classList.remove('over');
    take([...(event.dataTransfer?.files ?? [])]);
  });
  return label;
}

function row(file: SentFile, isRemovable: boolean, page: Page) {
  const line = node('li');
  const isBad = file.status === 'rejected' || file.status === 'lost';
  const state = [size(file.size_bytes), STATUSES[file.status], file.reject_reason].filter(Boolean).join(' · ');
  line.append(node('b', file.name), node('span', state, `soft ${isBad ? 'bad' : ''}`));
  if (isRemovable && file.status !== 'lost') {
    const button = node('button', 'Remove', 'quiet');
    button.type = 'button';
    button.setAttribute('aria-label', `Remove ${file.name}`);
    button.addEventListener('click', async () => {
      button.disabled = true;
      const { isGood, body } = await call('submit-files', { partial: true, remove_file_ids: [file.id] });
      page.tell(isGood ? `${file.name} is removed.` : (body.error ?? ''), isGood ? '' : 'bad');
      await page.refresh();
    });
    line.append(button);
  }
  return line;
}

interface Sending {
  item: AskedItem | undefined;
  blocked: string[];
  most: number;
  list: HTMLElement;
  page: Page;
}

function send(file: File, { item, blocked, most, list, page }: Sending): void {
  const line = node('li');
  const state = node('span', `${size(file.size)} · waiting`, 'soft');
  const progress = node('progress');
  progress.max = 1;
  progress.value = 0;
  progress.setAttribute('aria-label', `Upload of ${file.name}`);
  line.append(node('b', file.name), state, progress);
  list.append(line);
  const fail = (text: string) => {
    state.textContent = text;
    state.className = 'soft bad';
    progress.remove();
    page.tell(`${file.name}: ${text}`, 'bad');
  };
  const extension = /\.(\w+)$/.exec(file.name.toLowerCase())?.[1] ?? '';
  const isRefused = item?.allowed_extensions.length
    ? !item.allowed_extensions.includes(extension)
    : blocked.includes(extension);
  if (isRefused) return fail('File type not allowed');
  if (file.size > most) return fail('File is too large');
  if (file.size === 0) return fail('The file is empty');
  const work = async () => {
    const { isGood, body } = await call<Started>('start-upload', {
      ...page.person(),
      item_id: item?.id,
      name: file.name,
      size_bytes: file.size,
      content_type: file.type || 'application/octet-stream',
    });
    if (!isGood) return fail(body.error ?? '');
    page.started(body.receipt);
    return async () => {
      const isPut = await put(file, body.upload, (part) => {
        progress.value = part;
        state.textContent = `${size(file.size)} · ${Math.round(part * 100)} %`;
      });
      if (isPut) state.textContent = 'sent';
      else fail('The upload broke off. Choose the file again.');
    };
  };
  // Promises are asked for one after the other, so that all of them have the receipt of the first.
  const before = queue;
  const begin = async () => {
    await before;
    while (moving.size >= AT_ONCE) await Promise.race(moving);
    const bytes = await work();
    const moved = bytes?.().finally(() => moving.delete(moved as Promise<void>));
    if (moved) moving.add(moved);
    return { moved };
  };
  const begun = begin();
  queue = begun;
  const finish = async () => {
    const { moved } = await begun;
    await moved;
    if (moved) await call('submit-files', { partial: true });
    running.delete(done);
    if (moved && !running.size) await page.refresh();
  };
  const done = finish();
  running.add(done);
}
