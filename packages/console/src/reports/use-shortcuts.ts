import { useEffect, useRef } from 'react';

/** A key for an act; not while somebody writes or is being asked, and never with a key that means something else. */
export function useShortcuts(acts: Record<string, (() => void) | undefined>): void {
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || document.querySelector('[role=dialog], [role=menu]')) return;
      if ((target as HTMLElement).closest('input, textarea, select, [contenteditable]')) return;
      const act = current.current[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
