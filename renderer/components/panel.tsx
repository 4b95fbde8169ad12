import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

/** A part of a page where something is set or done. */
export function Panel({
  heading,
  intro,
  className = '',
  order = 2,
  children,
}: {
  heading: string;
  intro?: string;
  className?: string | undefined;
  /** 1 where it is all of a page. */
  order?: 1 | 2;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper component="section" className={`${classes.panel} ${className}`} p="xl" aria-labelledby={id}>
      <Stack gap="1.25rem">
        <div>
          {/* Takes the keyboard when the button that had it is gone (focus.ts). */}
          <Title id={id} order={order} size="h2" w="fit-content" tabIndex={-1}>
            {heading}
          </Title>
          {intro !== undefined && (
            <Text c="dimmed" mt="0.25rem" maw="48rem">
              {intro}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
