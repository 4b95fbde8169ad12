import { useEffect } from 'react';

/** What a person at the screen does. Asking for figures is none of it. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Calls back when nobody has touched the page for a while.
 * @param seconds null: nobody waits
 * @param onIdle must stay the same function
 */
export function useIdle(seconds: number | null, onIdle: () => Promise<void>): void {
  useEffect(() => {
    if (seconds === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void onIdle(), seconds * 1000);
    };
    begin();
    for (const touch of TOUCHES) window.addEventListener(touch, begin, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const touch of TOUCHES) window.removeEventListener(touch, begin);
    };
  }, [seconds, onIdle]);
}
