import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ask } from '../../api/ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { timeText } from '../../time-text.ts';
import { LEVEL_TONES } from './health.ts';
import type { Register } from './types.ts';

/** What the portal cannot find to be settled by itself. */
const SETTLED_BY_PEOPLE = ['ARCHIVE_CONFLICT', 'ARCHIVE_FOLLOWS'];

/** What is the matter with a register, and what to do about it. */
export function Problems({ register, maySettle }: { register: Register; maySettle: boolean }) {
  const { t, locale } = usePortalTexts();
  const [asked, setAsked] = useState<Register['problems'][number] | null>(null);
  const { companyId, registerId, problems } = register;
  return (
    <Stack gap="xs">
      {problems.map((problem, index) => (
        <Notice key={index} tone={LEVEL_TONES[problem.level]} title={problem.title}>
          <p>{problem.fix}</p>
          <p>{t('registers.since', { date: timeText(problem.sinceTimestamp, locale) })}</p>
          {maySettle && SETTLED_BY_PEOPLE.includes(problem.code) && (
            <Button onClick={() => setAsked(problem)}>{t('registers.settle')}</Button>
          )}
        </Notice>
      ))}
      {asked !== null && (
        <ConfirmDialog
          heading={asked.title}
          submit={t('registers.settleDo')}
          action={() =>
            ask(`/Company/${companyId}/Register/${registerId}/Problem/${asked.code}`, { method: 'DELETE' })
          }
          done={t('registers.settled')}
          onClose={() => setAsked(null)}
        >
          <p>{t('registers.settleText')}</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
