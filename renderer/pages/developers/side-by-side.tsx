import { Code, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Soft } from '../../components/part.tsx';
import classes from './side-by-side.module.css';

/** Two texts, or more, next to each other where there is room. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className={classes.parts}>{children}</div>;
}

/** One of them. */
export function Side({
  heading,
  about,
  text,
  missing,
}: {
  heading: string;
  /** What is worth knowing about it, in a line. */
  about?: string;
  /** Null: there is none. */
  text: string | null;
  /** Said in its place. */
  missing: string;
}) {
  return (
    <Stack className={classes.part} gap="xs">
      <div>
        <Title order={3}>{heading}</Title>
        {about !== undefined && <Soft>{about}</Soft>}
      </div>
      {text === null ? (
        <p>{missing}</p>
      ) : (
        <Code block className={classes.body} tabIndex={0} aria-label={heading}>
          {text}
        </Code>
      )}
    </Stack>
  );
}
