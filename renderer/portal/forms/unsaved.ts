import { useEffect, useId } from 'react';

/** Forms on the page with something in them that is not saved. */
const forms = new Set<string>();

/** Whether leaving the page would lose something that was typed. */
export function hasUnsaved(): boolean {
  return forms.size > 0;
}

/** Notes whether a form has something in it that is not saved; the browser asks before it closes the page then. */
export function useUnsaved(isChanged: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    forms.add(id);
    window.addEventListener('beforeunload', ask);
    return () => {
      forms.delete(id);
      window.removeEventListener('beforeunload', ask);
    };
  }, [id, isChanged]);
}
