import { Box, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { AppearanceSwitch } from '../../app/appearance-switch.tsx';
import { LanguageSwitch } from '../../app/language-switch.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTitle } from './use-title.ts';

/** Around the pages that are seen before somebody has signed in. */
export function GateFrame({
  heading,
  intro,
  children,
}: {
  heading: string;
  intro?: string | undefined;
  children: ReactNode;
}) {
  useTitle(heading);
  return (
    <Stack gap="clamp(1.5rem, 6vh, 4rem)" maw="64rem" mx="auto" p="lg">
      <Group component="header" justify="space-between" gap="0.5rem 1rem">
        <Group component="h1" gap="sm" fz="xl" fw={650}>
          <img src="./mark.svg" alt="" width="40" height="40" />
          Tillmark Portal
        </Group>
        <Group gap="xs">
          <LanguageSwitch />
          <AppearanceSwitch />
        </Group>
      </Group>
      <Box component="main" w="100%" maw="34rem" mx="auto">
        <Panel heading={heading} {...(intro !== undefined && { intro })}>
          {children}
        </Panel>
      </Box>
    </Stack>
  );
}
