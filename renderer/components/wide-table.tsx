import { Table } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import classes from './wide-table.module.css';

/**
 * A table that becomes a list of cards where its panel is narrow. Roles are
 * named because a browser forgets them when rows are laid out as anything else.
 */
export function WideTable({
  caption,
  columns,
  actions,
  fit = 'wide',
  children,
}: {
  /** What the table is about, for screen readers. */
  caption: string;
  columns: string[];
  /** Name of a last column with buttons. */
  actions?: string | undefined;
  /** How much room it needs to stay a table: few short columns need less. */
  fit?: 'wide' | 'short';
  children: ReactNode;
}) {
  return (
    <Table role="table" className={classes.table} fz="md" data-fit={fit} aria-label={caption}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((column) => (
            <Table.Th key={column} role="columnheader" scope="col">
              {column}
            </Table.Th>
          ))}
          {actions !== undefined && (
            <Table.Th role="columnheader" scope="col" data-actions>
              {actions}
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">{children}</Table.Tbody>
    </Table>
  );
}

/** A row of a table. */
export function Row(props: ComponentProps<typeof Table.Tr>) {
  return <Table.Tr {...props} role="row" />;
}

/** A cell. Its label is shown where the table is a list of cards. */
export function Cell({
  label,
  actions = false,
  children,
}: {
  label: string;
  /** It holds the buttons of its row. */
  actions?: boolean;
  children: ReactNode;
}) {
  return (
    <Table.Td role="cell" data-actions={actions || undefined}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      <div className={classes.content}>{children}</div>
    </Table.Td>
  );
}
