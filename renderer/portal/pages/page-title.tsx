import { Anchor, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import { useTitle } from '../app/use-title.ts';
import classes from './page.module.css';
import type { Step } from './steps.ts';

/** Name of a page, what it is in, and its state. */
export function PageTitle({
  title,
  steps = [],
  children,
}: {
  title: string;
  steps?: readonly Step[];
  /** Stands behind the name. */
  children?: ReactNode;
}) {
  const { t } = usePortalTexts();
  useTitle(title);
  return (
    <Stack gap="0.25rem">
      {steps.length > 0 && (
        <nav aria-label={t('frame.path')}>
          <ol className={classes.steps}>
            {steps.map(({ name, href }) => (
              <li key={href}>
                <Anchor href={href}>{name}</Anchor>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <Group gap="0.25rem 0.75rem">
        <Title order={1}>{title}</Title>
        {children}
      </Group>
    </Stack>
  );
}
