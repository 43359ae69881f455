import { useSyncExternalStore } from 'react';
import { DARK, LIGHT, type Palette } from './palette';

export type Appearance = 'system' | 'light' | 'dark';

const KEY = 'console.appearance';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

export function chosenAppearance(): Appearance {
  const chosen = localStorage.getItem(KEY);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function chooseAppearance(appearance: Appearance): void {
  localStorage.setItem(KEY, appearance);
  show();
}

/** What is shown: the choice, or what the system asks for where none was made. */
export const useIsDark = () => useSyncExternalStore(subscribe, isDark);
export const useAppearance = () => useSyncExternalStore(subscribe, chosenAppearance);

const isDark = () => {
  const chosen = chosenAppearance();
  return chosen === 'system' ? systemIsDark.matches : chosen === 'dark';
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The colours become variables of the document, for what is styled without the components. */
function show(): void {
  const { style } = document.documentElement;
  const palette: Palette = isDark() ? DARK : LIGHT;
  style.colorScheme = isDark() ? 'dark' : 'light';
  for (const [name, colour] of Object.entries(palette)) style.setProperty(`--${name}`, colour);
  for (const listener of listeners) listener();
}

systemIsDark.addEventListener('change', show);
addEventListener('storage', ({ key }) => key === KEY && show());
show();
