import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { PageField } from '../../../service/countries/contract/described-page/fields.ts';
import { FileField } from '../../components/file-field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDescribed } from './context.ts';
import { readFile } from './read-file.ts';
import type { Form } from './use-form.ts';

/** The fields of a form, in their order. */
export function Fields({ form }: { form: Form }) {
  return form.fields.map((field) => <Field key={`${form.round} ${field.name}`} form={form} field={field} />);
}

function Field({ form, field }: { form: Form; field: PageField }) {
  const { t } = useTexts();
  const { say } = useDescribed();
  const name = say(field.label);
  const isNeeded = field.required === true || field.type === 'select';
  const entry = form.value(field);
  const error = form.error(field);
  const shared = {
    label: isNeeded || field.type === 'checkbox' ? name : t('fiscal.form.optional', { label: name }),
    description: field.help === undefined ? '' : say(field.help),
    error,
  };
  const text = typeof entry === 'string' ? entry : '';
  const line = {
    ...shared,
    required: isNeeded,
    withAsterisk: false,
    autoComplete: 'off',
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => form.set(field, event.currentTarget.value),
  };
  switch (field.type) {
    case 'text':
      return <TextInput {...line} spellCheck={false} />;
    case 'number':
      return <TextInput {...line} inputMode="decimal" />;
    case 'date':
      return <TextInput {...line} type="date" min={field.least ?? ''} max={field.most ?? ''} />;
    case 'password':
      return <PasswordField {...shared} value={text} onChange={(value) => form.set(field, value)} />;
    case 'select': {
      const options = field.options.map(({ value, label }) => ({ value, label: say(label) }));
      const empty = { value: '', label: t('fiscal.form.choose') };
      return <NativeSelect {...line} data={field.value === undefined ? [empty, ...options] : options} />;
    }
    case 'checkbox':
      return (
        <Checkbox
          {...shared}
          checked={entry === true}
          onChange={(event) => form.set(field, event.currentTarget.checked)}
        />
      );
    case 'file':
      return (
        <FileField
          label={shared.label}
          description={shared.description}
          accept={field.accept}
          read={readFile(field.most)}
          missing={error !== null}
          refused={error}
          onText={(base64) => form.set(field, base64)}
        />
      );
  }
}
