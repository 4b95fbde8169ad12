import type { ReactNode } from 'react';
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
    <table role="table" className={classes.table} data-fit={fit} aria-label={caption}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
          {actions !== undefined && (
            <th role="columnheader" scope="col" data-actions="true">
              {actions}
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
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
    <td role="cell" data-actions={actions}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      <div className={classes.content}>{children}</div>
    </td>
  );
}
