import { useState } from 'react';
import type { AustriaOverview, CheckedReceiptRow } from '../../../service/countries/at/wire.ts';
import { CardGrid, Stack, Wide } from '../../components/card-grid.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatMoment } from '../../format/day.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ClockCard } from '../clock-card.tsx';
import type { CountryPageProps } from '../contract.ts';
import type { Act } from './actions.ts';
import { AnnualCard } from './annual/annual-card.tsx';
import { CheckDialog } from './check/check-dialog.tsx';
import { DepCard } from './dep/dep-card.tsx';
import { FinanzOnlineCard } from './finanzonline/finanzonline-card.tsx';
import { OutageCard } from './outage/outage-card.tsx';
import { CloseCard } from './register/close-card.tsx';
import { RegisterCard } from './register/register-card.tsx';
import { StartCard } from './start/start-card.tsx';
import { isStarting } from './start/steps.ts';
import { TaxesCard } from './taxes/taxes-card.tsx';
import { UnitsCard } from './units/units-card.tsx';
import { useCertificates } from './units/use-certificates.ts';

/** What Austria's law (RKSV) asks of a register: its start, FinanzOnline, signature units, annual receipts, the DEP. */
export default function AustriaPage({ rn, status, overview, act: send, reload }: CountryPageProps) {
  const { t, locale } = useTexts();
  const austria = overview as AustriaOverview;
  const { registerId, state, outage, clockStop, finanzOnline, unsigned } = austria;
  const act: Act = send;
  const certificates = useCertificates(status);
  // Kept here: the card that asked may be gone when the receipt is checked.
  const [checking, setChecking] = useState<{ receipt: string; row: CheckedReceiptRow } | null>(null);
  const onCheck = (receipt: string) => {
    const row = receipt === 'start' ? austria.start : austria.annual.find(({ year }) => year === receipt);
    if (row) setChecking({ receipt, row });
  };
  if (registerId === null) {
    return (
      <Notice tone="bad" title={t('austria.noId.title')}>
        <p>{t('austria.noId.text')}</p>
      </Notice>
    );
  }
  const today = status.now.slice(0, 10);
  const reportsItself = finanzOnline.login !== null;
  return (
    <CardGrid>
      <Wide>
        {austria.training && (
          <Notice tone="look" title={t('austria.training.title')}>
            <p>{t('austria.training.text')}</p>
          </Notice>
        )}
        {unsigned !== null && (
          <Notice tone="look" title={t('austria.unsigned.title', { receipts: unsigned.count })}>
            <p>
              {t('austria.unsigned.text', {
                since: formatMoment(unsigned.since, locale),
                last: formatMoment(unsigned.last, locale),
              })}
            </p>
          </Notice>
        )}
        {clockStop !== null && (
          <ClockCard
            last={clockStop}
            now={status.now}
            consequence={t('clock.austria')}
            confirm={() => act('clock', {})}
          />
        )}
        {outage !== null && (
          <OutageCard outage={outage} reports={finanzOnline.reports} reportsItself={reportsItself} />
        )}
        {isStarting(austria) && (
          <StartCard
            overview={austria}
            registerId={registerId}
            certificates={certificates}
            today={today}
            act={act}
            onCheck={onCheck}
          />
        )}
      </Wide>
      {state !== 'new' && (
        <>
          <Stack>
            <RegisterCard overview={austria} registerId={registerId} act={act} />
            <UnitsCard units={austria.units} certificates={certificates} />
            <AnnualCard overview={austria} today={today} onCheck={onCheck} />
          </Stack>
          <Stack>
            <FinanzOnlineCard account={finanzOnline} today={today} act={act} onCheck={onCheck} />
            <TaxesCard overview={austria} today={today} act={act} />
            <DepCard rn={rn} status={status} overview={austria} today={today} reload={reload} />
          </Stack>
        </>
      )}
      {state !== 'new' && state !== 'closed' && (
        <Wide>
          <CloseCard registerId={registerId} reportsItself={reportsItself} act={act} />
        </Wide>
      )}
      {checking !== null && <CheckDialog {...checking} act={act} onClose={() => setChecking(null)} />}
    </CardGrid>
  );
}
