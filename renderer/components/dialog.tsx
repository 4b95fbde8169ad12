import { Button, Group, Modal, Stack } from '@mantine/core';
import { type SyntheticEvent, type ReactNode, useLayoutEffect } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { ActionButton } from './action-button.tsx';
import classes from './dialog.module.css';
import { focusMistake, keepFocus } from './focus.ts';

/**
 * A question that must be answered first, with one button that does it. It is
 * open as long as it is on the page. The keyboard begins at the first thing
 * that takes it, or at what is marked `data-autofocus`.
 */
export function Dialog({
  heading,
  submit,
  color = 'petrol',
  busy = false,
  blocked = false,
  onSubmit,
  onClose,
  children,
}: {
  heading: string;
  /** Words of the button that does it. */
  submit: string;
  /** Colour of that button: red for what is grave. */
  color?: 'petrol' | 'red';
  busy?: boolean;
  /** It cannot be done yet. */
  blocked?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTexts();
  useLayoutEffect(() => {
    const giveBack = keepFocus();
    const release = restPage();
    return () => {
      release();
      giveBack();
    };
  }, []);

  return (
    <Modal
      opened
      title={heading}
      withCloseButton={false}
      // An action under way is waited for, and nothing that was typed goes away by a slip of the hand.
      closeOnEscape={!busy}
      closeOnClickOutside={false}
      // Both would need style tags or the place that may be gone: theme.css and keepFocus do it.
      lockScroll={false}
      returnFocus={false}
      // The rest of the page is inert. The trap would lead the keyboard to the first field once more, later.
      trapFocus={false}
      transitionProps={{ duration: 0 }}
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '', title: classes.title ?? '' }}
      onClose={onClose}
    >
      <form
        ref={focusFirst}
        noValidate
        onSubmit={(event: SyntheticEvent<HTMLElement>) => {
          event.preventDefault();
          // What is in a portal is still a child of what is around it for React.
          event.stopPropagation();
          onSubmit();
          focusMistake(event.currentTarget);
        }}
      >
        <Stack>
          {children}
          <Group className={classes.buttons} justify="flex-end" gap="sm" mt="xs">
            <Button
              data-disabled={busy}
              aria-disabled={busy}
              onClick={() => {
                if (!busy) onClose();
              }}
            >
              {t('fiscal.cancel')}
            </Button>
            <ActionButton type="submit" variant="filled" color={color} busy={busy} blocked={blocked}>
              {submit}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Where the keyboard begins. At once: Mantine's own way loses what is typed in the next moments. */
function focusFirst(form: HTMLFormElement | null): void {
  const wanted = form?.querySelector<HTMLElement>('[data-autofocus]');
  const first = 'input:not([hidden]), select, textarea, button, summary, a[href]';
  (wanted ?? form?.querySelector<HTMLElement>(first))?.focus();
}

let open = 0;

/** While a dialog is open nothing else can be reached, by no means; the result lets the page go on. */
function restPage(): () => void {
  const page = document.getElementById('root');
  if (page !== null && open === 0) page.inert = true;
  open += 1;
  return () => {
    open -= 1;
    if (page !== null && open === 0) page.inert = false;
  };
}
