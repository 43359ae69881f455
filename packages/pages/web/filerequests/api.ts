/** What the page knows of its address, and how it asks the public actions. */

export interface AskedItem {
  id: string;
  title: string;
  description: string | null;
  required: boolean;
  allowed_extensions: string[];
  min_files: number;
  max_files: number;
}

export interface SentFile {
  id: string;
  item_id: string | null;
  name: string;
  size_bytes: number;
  status: 'pending' | 'received' | 'rejected' | 'lost' | 'removed';
  reject_reason: string | null;
}

export interface Opened {
  request: {
    title: string;
    instructions: string | null;
    items: AskedItem[];
    closes_at: string | null;
    late: boolean;
    takes_files: boolean;
    max_file_bytes: number;
    require_email: boolean;
    blocked_extensions: string[];
    owner: { username: string | null };
    recipient_name: string | null;
  };
  submission: {
    status: 'draft' | 'submitted' | 'accepted' | 'changes_requested';
    uploader_name: string;
    review_message: string | null;
    submitted_at: string | null;
    late: boolean;
    files: SentFile[];
    missing_items: string[];
  } | null;
}

export interface Started {
  file: SentFile;
  upload: { url: string; method: string; headers: Record<string, string> };
  receipt: string | null;
}

export interface Answer<Body> {
  isGood: boolean;
  body: Body & { error?: string; details?: { message?: string }[] };
}

const api = (document.querySelector('main') as HTMLElement).dataset.api ?? '';
const [kind, secret = ''] = location.pathname.split('/').slice(-2);
const RECEIPT = `filerequests ${secret}`;
const FRAGMENT = /^#receipt=([\w-]{20,64})$/;

/** Only an address of the general link has a receipt. A browser may refuse its storage, so it is also kept here. */
let known: string | undefined = kind === 'r' ? (FRAGMENT.exec(location.hash)?.[1] ?? stored()) : undefined;
if (known) keepReceipt(known);

let password: string | undefined;
export const setPassword = (given: string) => void (password = given);

function stored(): string | undefined {
  try {
    return localStorage.getItem(RECEIPT) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepReceipt(receipt: string): void {
  known = receipt;
  try {
    localStorage.setItem(RECEIPT, receipt);
  } catch {
    // The link that the page shows still leads back.
  }
}

export function forgetReceipt(): void {
  known = undefined;
  try {
    localStorage.removeItem(RECEIPT);
  } catch {
    // Nothing is stored.
  }
}

export const hasReceipt = () => known !== undefined;
/** The address that leads back to what was sent. The part after `#` is not sent to servers. */
export const returnAddress = () => `${location.origin}${location.pathname}${known ? `#receipt=${known}` : ''}`;

export async function call<Body = object>(action: string, more: object = {}): Promise<Answer<Body>> {
  const who = kind === 'p' ? { token: secret } : { code: secret, receipt: known };
  try {
    const response = await fetch(`${api}${action}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...who, password, ...more }),
    });
    return { isGood: response.ok, body: await response.json() };
  } catch {
    const error = 'The server cannot be reached. Try again in a moment.';
    return { isGood: false, body: { error } as Answer<Body>['body'] };
  }
}

/** Puts the bytes to their address. `fetch` does not tell how far an upload has come. */
export function put(
  file: File,
  { url, method, headers }: Started['upload'],
  told: (part: number) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => told(total ? loaded / total : 0));
    request.addEventListener('loadend', () => resolve(request.status >= 200 && request.status < 300));
    request.send(file);
  });
}
