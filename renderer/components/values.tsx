import { DataList, Paper } from '@mantine/core';
import { CopyCode } from './copy-code.tsx';

/** A value to be filled in somewhere else. */
export interface Value {
  /** Name of the field there. */
  name: string;
  value: string;
  /** Typed in there, not chosen from a list. */
  copy: boolean;
}

/** Values for a form of somebody else, such as a tax authority's portal, with buttons that copy them. */
export function Values({
  values,
  lang,
}: {
  values: readonly Value[];
  /** Language of the form. */ lang: string;
}) {
  return (
    <Paper withBorder={false} radius="md" bg="var(--mantine-color-gray-light)" p="sm">
      <DataList gap="xs" lang={lang}>
        {values.map(({ name, value, copy }) => (
          <DataList.Item key={name}>
            <DataList.ItemLabel>{name}</DataList.ItemLabel>
            <DataList.ItemValue>{copy ? <CopyCode text={value} name={name} /> : value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
    </Paper>
  );
}
