const main = document.querySelector('main') as HTMLElement;
const input = document.getElementById('file') as HTMLInputElement;
const told = document.getElementById('told') as HTMLElement;

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

input.addEventListener('change', () => void compare());

async function compare(): Promise<void> {
  const file = input.files?.[0];
  if (!file) return;
  told.textContent = 'One moment …';
  const hash = hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  told.textContent =
    hash === main.dataset.hash
      ? 'This is the sealed file, without any change.'
      : 'This is another file, or it was changed.';
}
