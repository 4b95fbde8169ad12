import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckIcon } from './icons.tsx';
import classes from './part.module.css';

/** A part of a panel under a heading of its own, set apart from the one above. */
export function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Stack className={classes.part} gap="xs">
      <Title order={3}>{heading}</Title>
      {children}
    </Stack>
  );
}

/** What there is, and at the end of the line what can be done with it. */
export function Line({ children }: { children: ReactNode }) {
  return (
    <Group justify="space-between" gap="0.5rem 1rem">
      {children}
    </Group>
  );
}

/** Something that is there: a login that was saved, a key that was found. */
export function Present({ children }: { children: ReactNode }) {
  return (
    <Group component="p" className={classes.present} gap="xs" wrap="nowrap">
      <CheckIcon />
      {children}
    </Group>
  );
}

/** A sentence that helps, less loud than the rest. */
export function Hint({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

/** A line beneath another one that says more about it, less loud. */
export function Soft({ children }: { children: ReactNode }) {
  return (
    <Text span className={classes.soft ?? ''} size="sm" c="dimmed">
      {children}
    </Text>
  );
}
