import { Button, Group, Input, Text } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { CheckIcon, FileIcon } from './icons.tsx';
import type { FileProblem, FileText } from './pem.ts';

/** Far above any key, certificate or package, and small enough to be read at once. */
const MAX_BYTES = 200_000;

/** Choose a file and read it. */
export function FileField({
  label,
  description,
  accept,
  read,
  missing = false,
  refused = null,
  onText,
}: {
  label: string;
  description?: string;
  /** Endings that the file picker offers first. */
  accept: string;
  read: (bytes: Uint8Array) => FileText;
  /** The form was sent without it. */
  missing?: boolean;
  /** What was said against the file when it was sent. */
  refused?: string | null;
  /** Told the text, or null when the chosen file cannot be used. */
  onText: (text: string | null) => void;
}) {
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; problem: FileProblem | null } | null>(null);

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const result: FileText =
      file.size > MAX_BYTES ? { problem: 'tooLarge' } : read(new Uint8Array(await file.arrayBuffer()));
    setChosen({ name: file.name, problem: 'problem' in result ? result.problem : null });
    onText('text' in result ? result.text : null);
  };

  const problem = chosen?.problem ?? (missing && chosen === null ? 'missing' : null);
  const error = problem === null ? refused : t(`fiscal.file.${problem}`);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
    >
      <Group gap="xs">
        <Button
          id={`${id}-button`}
          aria-labelledby={`${id}-button ${id}-label`}
          aria-describedby={`${id}-description ${id}-chosen`}
          data-mistake={error !== null}
          leftSection={<FileIcon />}
          onClick={() => input.current?.click()}
        >
          {t(chosen === null ? 'fiscal.file.choose' : 'fiscal.file.other')}
        </Button>
        <Group id={`${id}-chosen`} role="status" component="span" gap="xs" miw={0} fw={500}>
          {chosen !== null && error === null && <CheckIcon />}
          {chosen === null && error === null && (
            <Text component="span" c="dimmed">
              {t('fiscal.file.none')}
            </Text>
          )}
          {chosen !== null && <span>{chosen.name}</span>}
          {error !== null && <Input.Error component="span">{error}</Input.Error>}
        </Group>
      </Group>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-labelledby={`${id}-label`}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // So that the same file can be chosen again after it was mended.
          event.currentTarget.value = '';
        }}
      />
    </Input.Wrapper>
  );
}
