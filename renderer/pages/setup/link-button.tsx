import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** A link to another page that looks like a button: what it leads to is part of the task. */
export function LinkButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button component="a" href={href}>
      {children}
    </Button>
  );
}
