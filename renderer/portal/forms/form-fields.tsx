import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type SyntheticEvent, type ReactNode, useEffect, useRef } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { focusMistake } from '../../components/focus.ts';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import { useUnsaved } from './unsaved.ts';
import type { Form } from './use-form.ts';

interface FieldProps {
  form: Form;
  field: string;
  label: string;
  description?: string;
}

function useLabel({ form, field, label }: FieldProps): string {
  const { t } = usePortalTexts();
  const isOptional = form.bounds(field) !== null && !form.isRequired(field);
  return isOptional ? t('form.optional', { label }) : label;
}

/** A line of text of a form. */
export function FormText({
  type = 'text',
  autoComplete = 'off',
  readOnly = false,
  ...props
}: FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'password' | 'date';
  autoComplete?: string;
  readOnly?: boolean;
}) {
  const { form, field, description } = props;
  const label = useLabel(props);
  return (
    <TextInput
      type={type}
      name={field}
      label={label}
      {...(description !== undefined && { description })}
      required={form.isRequired(field)}
      withAsterisk={false}
      autoComplete={autoComplete}
      readOnly={readOnly}
      spellCheck={false}
      error={form.error(field)}
      value={form.values[field] ?? ''}
      onChange={(event) => form.set(field, event.currentTarget.value)}
    />
  );
}

/** Several lines of text of a form. */
export function FormArea({ rows = 2, ...props }: FieldProps & { rows?: number }) {
  const { form, field, description } = props;
  const label = useLabel(props);
  return (
    <Textarea
      name={field}
      label={label}
      {...(description !== undefined && { description })}
      required={form.isRequired(field)}
      withAsterisk={false}
      rows={rows}
      error={form.error(field)}
      value={form.values[field] ?? ''}
      onChange={(event) => form.set(field, event.currentTarget.value)}
    />
  );
}

/** A choice of a form. */
export function FormSelect({
  data,
  ...props
}: FieldProps & { data: readonly { value: string; label: string }[] }) {
  const { form, field, description } = props;
  const label = useLabel(props);
  return (
    <NativeSelect
      name={field}
      label={label}
      {...(description !== undefined && { description })}
      data={[...data]}
      error={form.error(field)}
      value={form.values[field] ?? ''}
      onChange={(event) => form.set(field, event.currentTarget.value)}
    />
  );
}

/** A form on a page, with the button that sends it and what the portal says against it. */
export function FormFrame({
  form,
  submit,
  onSubmit,
  more,
  children,
}: {
  form: Form;
  /** Words of the button. */
  submit: string;
  onSubmit: () => void;
  /** Further buttons. */
  more?: ReactNode;
  children: ReactNode;
}) {
  const ref = useRef<HTMLFormElement>(null);
  const { busy } = form;
  useUnsaved(form.isChanged);
  // What the portal found wrong is marked only now.
  useEffect(() => {
    if (!busy && ref.current?.querySelector('[aria-invalid="true"]')) focusMistake(ref.current);
  }, [busy]);
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event: SyntheticEvent<HTMLElement>) => {
        event.preventDefault();
        onSubmit();
        focusMistake(event.currentTarget);
      }}
    >
      <Stack maw="44rem">
        {children}
        <FailureNote failure={form.failure} />
        <Group gap="sm">
          <ActionButton type="submit" variant="filled" busy={busy}>
            {submit}
          </ActionButton>
          {more}
        </Group>
      </Stack>
    </form>
  );
}
