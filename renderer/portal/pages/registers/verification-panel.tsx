import { Group } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatCount } from '../../../format/money.ts';
import { ask } from '../../api/ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';

interface Verification {
  findings: { sq: number; text: string }[];
  batches: number;
  records: number;
  valid: boolean;
}

/** More says no more. */
const MAX_FINDINGS = 50;

/** Checks the archive of a register again: signatures, gaps, the law of its country. */
export function VerificationPanel({ companyId, registerId }: { companyId: number; registerId: number }) {
  const { t, locale } = usePortalTexts();
  const { failure, run } = useAction();
  const [result, setResult] = useState<Verification | null>(null);
  const verify = async () => {
    const path = `/Company/${companyId}/Register/${registerId}/Verification`;
    const reply = await run(() => ask<Verification>(path));
    if (reply.ok) setResult(reply.value);
  };
  return (
    <Panel heading={t('verify.heading')} intro={t('verify.intro')}>
      <FailureNote failure={failure} />
      {result !== null && (
        <Notice
          tone={result.valid ? 'good' : 'bad'}
          role="status"
          title={t(result.valid ? 'verify.good' : 'verify.bad')}
        >
          <p>
            {t('verify.counts', {
              records: formatCount(result.records, locale),
              batches: formatCount(result.batches, locale),
            })}
          </p>
          {result.findings.slice(0, MAX_FINDINGS).map(({ sq, text }, index) => (
            <p key={index}>
              {sq}: {text}
            </p>
          ))}
        </Notice>
      )}
      <Group gap="xs">
        <ActionButton onAction={verify}>{t('verify.do')}</ActionButton>
      </Group>
    </Panel>
  );
}
