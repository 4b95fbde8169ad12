import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** A link to another page that looks like a button: what it leads to is part of the task. */
export function LinkButton({
  href,
  isMain = false,
  children,
}: {
  href: string;
  /** What is done next. */
  isMain?: boolean;
  children: ReactNode;
}) {
  return (
    <Button component="a" variant={isMain ? 'filled' : 'default'} href={href}>
      {children}
    </Button>
  );
}
