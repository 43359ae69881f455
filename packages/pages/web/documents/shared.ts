import './shared.css';

interface Shared {
  id: string;
  kind: 'folder' | 'document';
  name: string;
  content_type: string | null;
  size_bytes: number;
}

interface Answer {
  error?: string;
  url?: string;
  item?: Shared;
  items?: Shared[];
  next_cursor?: string | null;
  allow_download?: boolean;
  owner?: { username: string | null };
}

const element = <E extends Element = HTMLElement>(selector: string) => document.querySelector(selector) as E;
const { api = '', token = '' } = element('main').dataset;
const status = element('[role=status]');
const INLINE =
  /^(application\/pdf|image\/(png|jpeg|gif|webp)|text\/plain|video\/mp4|audio\/(mpeg|mp3|wav|x-wav|vnd\.wave))$/;
const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

let password: string | undefined;
/** The folders from the one that is shared to the one that is open. */
let path: Shared[] = [];
let cursor: string | null = null;
let isReadOnly = false;

async function call(action: string, more: object): Promise<Answer | undefined> {
  status.textContent = 'One moment …';
  try {
    const response = await fetch(api + action, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, ...(password !== undefined && { password }), ...more }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = (await response.json()) as Answer;
    status.textContent = response.ok ? '' : (answer.error ?? 'That did not work.');
    return response.ok ? answer : undefined;
  } catch {
    status.textContent = 'The server cannot be reached. Try again in a moment.';
    return undefined;
  }
}

function sizeOf(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), UNITS.length - 1);
  const value = bytes / 1000 ** unit;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && unit ? 1 : 0 })} ${UNITS[unit]}`;
}

async function download(wish: object): Promise<string | undefined> {
  return (await call('download-link', wish))?.url;
}

function rowOf(item: Shared): HTMLLIElement {
  const row = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = item.kind === 'folder' ? `${item.name}/` : item.name;
  button.addEventListener('click', () => void (item.kind === 'folder' ? enter(item) : showDocument(item)));
  row.append(button);
  if (item.kind === 'document') {
    const size = document.createElement('small');
    size.textContent = sizeOf(item.size_bytes);
    row.append(size);
  }
  return row;
}

function showPath(): void {
  const list = element('nav ol');
  const above = path.slice(0, -1);
  list.replaceChildren(
    ...above.map((folder, index) => {
      const entry = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = folder.name;
      button.addEventListener('click', () => {
        path = path.slice(0, index);
        void enter(folder);
      });
      entry.append(button);
      return entry;
    }),
  );
  element('nav').hidden = above.length === 0;
}

async function enter(folder: Shared): Promise<void> {
  const answer = await call('open-link', { folder_id: folder.id, limit: 100 });
  if (answer) show(answer);
}

/** A document of the folder; the way back is in the path. */
function showDocument(item: Shared): void {
  show({ item, items: [], next_cursor: null, allow_download: !isReadOnly });
}

function show({ item, items = [], next_cursor = null, allow_download, owner }: Answer): void {
  if (!item) return;
  isReadOnly = !allow_download;
  path.push(item);
  cursor = next_cursor;
  const isFolder = item.kind === 'folder';
  element('#shared').hidden = false;
  element('form').hidden = true;
  const heading = element('#shared h1');
  heading.textContent = item.name;
  heading.tabIndex = -1;
  document.title = item.name;
  const from = owner?.username ? `Shared by ${owner.username}` : '';
  const facts = isFolder ? (items.length ? '' : 'This folder is empty.') : sizeOf(item.size_bytes);
  element('#facts').textContent = [facts, from].filter(Boolean).join(' · ');
  element('#preview').replaceChildren();
  const isPart = isFolder && path.length > 1;
  element('#download').textContent = isFolder ? 'Download all' : 'Download';
  element('#download').hidden = isReadOnly || isPart || (isFolder && !items.length);
  element('#show').hidden = isFolder || !INLINE.test(item.content_type ?? '');
  element('#items').hidden = !items.length;
  element('#items').replaceChildren(...items.map(rowOf));
  element('#more').hidden = cursor === null;
  showPath();
  if (path.length > 1) heading.focus();
}

element('#download').addEventListener('click', async () => {
  const item = path.at(-1) as Shared;
  const url = await download(item.kind === 'folder' ? { archive: true } : { document_id: item.id });
  if (url) location.assign(url);
});

const TAGS: Record<string, string> = { image: 'img', video: 'video', audio: 'audio' };

element('#show').addEventListener('click', async () => {
  const { id, name, content_type } = path.at(-1) as Shared;
  const url = await download({ document_id: id, inline: true });
  if (!url) return;
  const tag = TAGS[content_type?.split('/')[0] ?? ''];
  if (!tag) return location.assign(url);
  const shown = document.createElement(tag) as HTMLImageElement | HTMLVideoElement;
  if (shown instanceof HTMLImageElement) shown.alt = name;
  else shown.controls = true;
  shown.src = url;
  element('#preview').replaceChildren(shown);
  element('#show').hidden = true;
});

element('#more').addEventListener('click', async () => {
  const folder = path.at(-1) as Shared;
  const answer = await call('open-link', { folder_id: folder.id, cursor, limit: 100 });
  if (!answer) return;
  cursor = answer.next_cursor ?? null;
  element('#more').hidden = cursor === null;
  element('#items').append(...(answer.items ?? []).map(rowOf));
});

async function open(): Promise<void> {
  path = [];
  const answer = await call('open-link', { limit: 100 });
  if (answer) show(answer);
}

const form = document.querySelector<HTMLFormElement>('form');
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  password = element<HTMLInputElement>('#password').value;
  void open();
});
if (form?.hidden) void open();
