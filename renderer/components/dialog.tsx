import { type SyntheticEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button, type ButtonKind } from './button.tsx';
import { DeedButton } from './deed-button.tsx';
import classes from './dialog.module.css';
import { focusMistake, keepFocus } from './focus.ts';

/**
 * A question that must be answered first, with one button that does it.
 *
 * The browser's own dialog: it keeps the keyboard inside, closes with Esc and
 * needs no style tags, which the content security policy forbids. It is open
 * as long as it is on the page. The keyboard begins at the first thing that
 * takes it, or at what is marked `data-first`.
 */
export function Dialog({
  heading,
  submit,
  kind = 'primary',
  busy = false,
  blocked = false,
  onSubmit,
  onClose,
  children,
}: {
  heading: string;
  /** Words of the button that does it. */
  submit: string;
  kind?: ButtonKind;
  busy?: boolean;
  /** It cannot be done yet. */
  blocked?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTexts();
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    const giveBack = keepFocus();
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      dialog?.close();
      giveBack();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // React decides what is on the page; a deed under way is waited for.
        event.preventDefault();
        if (!busy) onClose();
      }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event: SyntheticEvent<HTMLElement>) => {
          event.preventDefault();
          onSubmit();
          focusMistake(event.currentTarget);
        }}
      >
        <h2 id={id} className={classes.heading}>
          {heading}
        </h2>
        <div className={classes.body}>{children}</div>
        <div className={classes.buttons}>
          <Button onClick={onClose} blocked={busy}>
            {t('fiscal.cancel')}
          </Button>
          <DeedButton type="submit" kind={kind} busy={busy} blocked={blocked}>
            {submit}
          </DeedButton>
        </div>
      </form>
    </dialog>
  );
}
