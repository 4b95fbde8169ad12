import {
  NativeSelect,
  type NativeSelectProps,
  Switch,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import classes from './fields.module.css';

const look = {
  wrapper: classes.wrapper ?? '',
  input: classes.input ?? '',
  label: classes.label ?? '',
  description: classes.description ?? '',
  error: classes.error ?? '',
  section: classes.section ?? '',
};

/** A line of text to fill in. */
export function TextField(props: Omit<TextInputProps, 'classNames'>) {
  return (
    <TextInput {...props} classNames={look} inputWrapperOrder={['label', 'description', 'input', 'error']} />
  );
}

/** Several lines of text to fill in. */
export function TextAreaField(props: Omit<TextareaProps, 'classNames'>) {
  return (
    <Textarea {...props} classNames={look} inputWrapperOrder={['label', 'description', 'input', 'error']} />
  );
}

/** A choice from a list. */
export function SelectField(props: Omit<NativeSelectProps, 'classNames'>) {
  return <NativeSelect {...props} classNames={look} />;
}

/** A choice between yes and no that counts at once. */
export function SwitchField({
  label,
  description,
  checked,
  onChange,
}: {
  label: string;
  description: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Switch
      classNames={{
        body: classes.switchBody ?? '',
        track: classes.track ?? '',
        label: classes.switchLabel ?? '',
        description: classes.switchDescription ?? '',
      }}
      size="md"
      withThumbIndicator={false}
      label={label}
      description={description}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
