import { DataList, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled part of the page that is only read. */
export function Card({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Paper component="section" p="xl">
      <Title c="dimmed" fz="xs" fw={600} mb="sm">
        {heading}
      </Title>
      {children}
    </Paper>
  );
}

/** Names and values, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <DataList>{children}</DataList>;
}

/** One name with its value and an optional remark below. */
export function Fact({ name, remark, children }: { name: string; remark?: ReactNode; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{name}</DataList.ItemLabel>
      <DataList.ItemValue>
        {children}
        {remark !== undefined && (
          <Text component="span" display="block" size="xs" c="dimmed" mt="0.125rem">
            {remark}
          </Text>
        )}
      </DataList.ItemValue>
    </DataList.Item>
  );
}
