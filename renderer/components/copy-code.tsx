import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from './button.tsx';
import classes from './copy-code.module.css';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { useNotes } from './notes.ts';

/** A text that is typed or shown elsewhere: letters of equal width, and a button that copies it. */
export function CopyCode({ text, name }: { text: string; name: string }) {
  const { t } = useTexts();
  const note = useNotes();
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (!(await copyText(text, code.current))) {
      note(t('fiscal.copy.failed'));
      return;
    }
    setCopied(true);
    note(t('fiscal.copy.done', { text }));
  };
  return (
    <span className={classes.copy}>
      <code ref={code}>{text}</code>
      <Button
        kind="quiet"
        className={classes.button ?? ''}
        aria-label={t('fiscal.copy.label', { name })}
        title={t('fiscal.copy.label', { name })}
        icon={copied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copy()}
      />
    </span>
  );
}

/** Over plain HTTP, and where permissions are refused, only what is marked on the page can be copied. */
async function copyText(text: string, place: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const selection = window.getSelection();
    if (place === null || selection === null) return false;
    selection.selectAllChildren(place);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way left, and every browser keeps it
    return document.execCommand('copy');
  }
}
