import { Button, Group, Input } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { FileIcon } from '../../../components/icons.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { logoOf, type LogoProblem } from './logo-picture.ts';
import classes from './digital.module.css';

/** Choose a logo, or have none. */
export function LogoField({
  value,
  refused,
  onChange,
}: {
  /** Data URL; empty for none. */
  value: string;
  /** What the portal says against it. */
  refused: string | null;
  onChange: (url: string) => void;
}) {
  const { t } = usePortalTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<LogoProblem | null>(null);
  const error = problem === null ? refused : t(`digital.logoProblem.${problem}`);

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const made = await logoOf(file);
    setProblem('problem' in made ? made.problem : null);
    if ('url' in made) onChange(made.url);
  };
  return (
    <Input.Wrapper
      label={t('digital.logo')}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={t('digital.logoHint')}
      descriptionProps={{ id: `${id}-description` }}
    >
      <Group gap="xs">
        {value !== '' && <img className={classes.logo} src={value} alt={t('digital.logo')} />}
        <Button
          id={`${id}-button`}
          aria-labelledby={`${id}-button ${id}-label`}
          aria-describedby={`${id}-description ${id}-error`}
          data-mistake={error !== null}
          leftSection={<FileIcon />}
          onClick={() => input.current?.click()}
        >
          {t(value === '' ? 'digital.logoChoose' : 'digital.logoOther')}
        </Button>
        {value !== '' && (
          <Button
            onClick={() => {
              setProblem(null);
              onChange('');
            }}
          >
            {t('digital.logoRemove')}
          </Button>
        )}
        <span id={`${id}-error`} role="status">
          {error !== null && <Input.Error component="span">{error}</Input.Error>}
        </span>
      </Group>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-labelledby={`${id}-label`}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </Input.Wrapper>
  );
}
