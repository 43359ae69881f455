const proof = document.querySelector('main') as HTMLElement;
const input = document.getElementById('file') as HTMLInputElement;
const outcome = document.getElementById('told') as HTMLElement;

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

input.addEventListener('change', () => void compare());

async function compare(): Promise<void> {
  const file = input.files?.[0];
  if (!file) return;
  outcome.textContent = 'One moment …';
  outcome.className = 'status';
  const hash = hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const isSealed = hash === proof.dataset.hash;
  outcome.textContent = isSealed
    ? 'This is the sealed file, without any change.'
    : 'This is another file, or it was changed.';
  outcome.className = `status ${isSealed ? 'good' : 'bad'}`;
}
