import { Text } from '@mantine/core';
import type { UnitCertificate } from '../../../service/at-signing/wire.ts';
import { Mark } from '../../components/mark.tsx';
import { formatDay } from '../../format/day.ts';
import { Soft } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** Days before the end at which a certificate should be renewed; the status page warns then, too. */
const RENEW_DAYS = 60;

/** Whose certificate signs, its number, and how long it lasts. */
export function UnitCertificateFacts({ certificate }: { certificate: UnitCertificate | null }) {
  const { t, locale } = useTexts();
  if (certificate === null) return <Soft>{t('units.certificate.none')}</Soft>;
  const { zda, serial, subject, issuer, expires, daysLeft, remark } = certificate;
  return (
    <>
      {subject !== null && (
        <Text span display="block" fw={600}>
          {subject}
        </Text>
      )}
      <Soft>{[zda, issuer].filter(Boolean).join(' · ')}</Soft>
      <Text component="code" display="block" size="xs" c="dimmed">
        {t('units.certificate.serial', { serial })}
      </Text>
      {expires === null || daysLeft === null ? (
        <Soft>{t('units.certificate.closed')}</Soft>
      ) : (
        <Mark tone={daysLeft < 0 ? 'bad' : daysLeft <= RENEW_DAYS ? 'look' : 'good'}>
          {t(daysLeft < 0 ? 'units.certificate.over' : 'units.certificate.expires', {
            day: formatDay(expires, locale),
            days: daysLeft,
          })}
        </Mark>
      )}
      {remark !== null && <Soft>{remark === 'outdated' ? t('units.remark.outdated') : remark}</Soft>}
    </>
  );
}
