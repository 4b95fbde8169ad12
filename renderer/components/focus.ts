import { useEffect } from 'react';
import type { Failure } from '../api/request.ts';

const MISTAKE = '[aria-invalid="true"], [data-mistake="true"]';

/**
 * Remember where the keyboard is. The result leads it back there, or to the
 * heading of that part of the page when the place is gone: a reader of the
 * screen must not be thrown to the top of the page by a button that has done its work.
 */
export function keepFocus(): () => void {
  const place = document.activeElement;
  const part = place?.closest('section');
  return () => {
    if (place instanceof HTMLElement && place.isConnected && place !== document.body) place.focus();
    else part?.querySelector('h2')?.focus();
  };
}

/** True when nothing on the page has the keyboard, as after its holder was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Guard the keyboard on a whole page: whatever button is pressed and goes away with
 * what it did at once, the keyboard stays in its part of the page. What takes longer
 * looks after it itself (action-button.tsx).
 */
export function guardFocus(): void {
  const guard = () => {
    const giveBack = keepFocus();
    // After the next drawing, when the button is gone if it goes.
    requestAnimationFrame(() => {
      if (isFocusLost()) giveBack();
    });
  };
  document.addEventListener('click', guard, { capture: true });
}

/** What is folded away takes no focus and is not seen: it is opened first. */
function focusUnfolded(element: HTMLElement): void {
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  element.focus();
}

/** A busy computer takes some frames to mark a mistake. */
const MARKED_WITHIN_MS = 2000;

/** Lead the keyboard to the first mistake of a form that was sent, once it is marked as one. */
export function focusMistake(form: HTMLElement): void {
  const end = performance.now() + MARKED_WITHIN_MS;
  const look = () => {
    const mistake = form.querySelector<HTMLElement>(MISTAKE);
    if (mistake) focusUnfolded(mistake);
    else if (form.isConnected && performance.now() < end) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * The same for the dialog that is open, each time when the service has told its
 * mistakes and they are marked. What no field can mend is brought into view.
 */
export function useMistakeFocus(failure: Failure | null): void {
  useEffect(() => {
    const form = failure && document.querySelector<HTMLFormElement>('[role="dialog"] form');
    const field = form?.querySelector<HTMLElement>(MISTAKE);
    if (field) focusUnfolded(field);
    else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
}
