import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckIcon, CrossIcon, InfoIcon, WarningIcon } from './icons.tsx';

/** What a notice or mark is about: all well, look at it, bad, simply so. */
export type NoticeTone = 'good' | 'look' | 'bad' | 'plain';

/** The colour of a tone. */
export const NOTICE_COLORS = { good: 'green', look: 'yellow', bad: 'red', plain: 'gray' } as const;

/** The sign that says the same as the colour. */
export const noticeSigns: Record<NoticeTone, ReactNode> = {
  good: <CheckIcon />,
  look: <WarningIcon />,
  bad: <CrossIcon />,
  plain: <InfoIcon />,
};

/** A sentence or two that should not be overlooked. */
export function Notice({
  tone,
  title,
  role,
  children,
}: {
  tone: NoticeTone;
  title?: string;
  /** `status` or `alert` where it may appear while the page is read. */
  role?: 'status' | 'alert';
  children?: ReactNode;
}) {
  return (
    <Alert color={NOTICE_COLORS[tone]} icon={noticeSigns[tone]} title={title} role={role ?? 'note'}>
      {children}
    </Alert>
  );
}
