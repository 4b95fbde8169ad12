import { ActionIcon, Code, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { useNotes } from './notes.ts';

/** A text that is typed or shown elsewhere: letters of equal width, and a button that copies it. */
export function CopyCode({
  text,
  name,
  block = false,
}: {
  text: string;
  name: string;
  /** It has several lines. */
  block?: boolean;
}) {
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
    note(t('fiscal.copy.done', { text: block ? name : text }));
  };
  const button = (
    <ActionIcon
      my={block ? 0 : '-0.625rem'}
      aria-label={t('fiscal.copy.label', { name })}
      title={t('fiscal.copy.label', { name })}
      onClick={() => void copy()}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </ActionIcon>
  );
  if (block) {
    return (
      <Group align="flex-start" gap="xs" wrap="nowrap" maw="100%">
        <Code block ref={code} tabIndex={0} miw={0}>
          {text}
        </Code>
        {button}
      </Group>
    );
  }
  return (
    <Group component="span" display="inline-flex" gap={0} wrap="nowrap" maw="100%">
      <code ref={code}>{text}</code>
      {/* It may stand in a line of words, which it does not push apart. */}
      {button}
    </Group>
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
