import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { type NoticeTone, NOTICE_COLORS, noticeSigns } from './notice.tsx';

/** A state in one or two words, with a sign and a colour that say the same. */
export function Mark({ tone, icon, children }: { tone: NoticeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <Badge
      component="span"
      data-tone={tone}
      color={NOTICE_COLORS[tone]}
      leftSection={icon ?? noticeSigns[tone]}
    >
      {children}
    </Badge>
  );
}
