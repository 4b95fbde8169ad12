import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { hasSwitch, type Entered } from './attribute-values.ts';
import { choiceWords, kindWords } from './attribute-words.ts';

/** The control that fits the kind of an attribute's value. */
export function ValueField({
  entry,
  entered: { on, text },
  error,
  onChange,
}: {
  entry: AttributeEntry;
  entered: Entered;
  error: string | null;
  onChange: (entered: Entered) => void;
}) {
  const { t } = useTexts();
  const { type } = entry;
  const hint = kindWords(entry, t);
  const set = (value: string) => onChange({ on, text: value });
  const toggle = (description: string) => (
    <Switch
      label={t('settings.field.on')}
      description={description}
      checked={on}
      onChange={(event) => onChange({ on: event.currentTarget.checked, text })}
    />
  );
  if (type.kind === 'flag') return toggle(hint);
  const label = t('settings.field.value');
  if (type.kind === 'secret')
    return <PasswordField label={label} description={hint} error={error} value={text} onChange={set} />;
  if (type.kind === 'choice')
    return (
      <NativeSelect
        label={label}
        description={hint}
        error={error}
        data={[
          ...(text === '' ? [{ value: '', label: t('settings.choose') }] : []),
          ...type.values.map((value) => ({ value, label: choiceWords(value, t) })),
        ]}
        value={type.values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  const field = (
    <TextInput
      type={type.kind === 'time' ? 'time' : 'text'}
      {...(type.kind === 'time' && { step: 1 })}
      inputMode={type.kind === 'number' ? 'numeric' : undefined}
      label={label}
      description={hint}
      error={error}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      value={text}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  if (!hasSwitch(entry)) return field;
  return (
    <>
      {toggle('')}
      {on && field}
    </>
  );
}
