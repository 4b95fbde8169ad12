import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './field-row.module.css';

/** Fields next to each other where there is room. */
export function FieldRow({
  least = '13rem',
  align = 'start',
  children,
}: {
  /** The least width of a field, as a length of CSS. */
  least?: string;
  /** Where fields of unequal height stand. */
  align?: 'start' | 'end';
  children: ReactNode;
}) {
  return (
    <Box className={classes.row} __vars={{ '--least': least, '--align': align }}>
      {children}
    </Box>
  );
}
