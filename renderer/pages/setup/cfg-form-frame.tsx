import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { focusMistake } from '../../components/focus.ts';
import { FormFoot } from './form-foot.tsx';

/** A form of a register's configuration: its fields, what is said about it, and saving it. */
export function CfgFormFrame({
  onSaved,
  buttons,
  children,
  ...foot
}: Omit<ComponentProps<typeof FormFoot>, 'children'> & {
  onSaved: () => void;
  /** Beside the one that saves. */
  buttons?: ReactNode;
  children: ReactNode;
}) {
  const submit = async (element: HTMLElement) => {
    if (await foot.form.save()) onSaved();
    else focusMistake(element);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <Stack>
        {children}
        <FormFoot {...foot}>{buttons}</FormFoot>
      </Stack>
    </form>
  );
}
