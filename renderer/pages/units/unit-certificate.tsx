import type { UnitCertificate } from '../../../service/at-signing/wire.ts';
import { Mark } from '../../components/mark.tsx';
import { formatDay } from '../../format/day.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './unit-table.module.css';

/** Days before the end at which a certificate should be renewed; the status page warns then, too. */
const renewDays = 60;

/** Whose certificate signs, its number, and how long it lasts. */
export function UnitCertificateFacts({ certificate }: { certificate: UnitCertificate | null }) {
  const { t, locale } = useTexts();
  if (certificate === null) return <span className={classes.soft}>{t('units.certificate.none')}</span>;
  const { zda, serial, subject, issuer, expires, daysLeft, remark } = certificate;
  return (
    <>
      {subject !== null && <span className={classes.name}>{subject}</span>}
      <span className={classes.soft}>{[zda, issuer].filter(Boolean).join(' · ')}</span>
      <code className={classes.id}>{t('units.certificate.serial', { serial })}</code>
      {expires === null || daysLeft === null ? (
        <span className={classes.soft}>{t('units.certificate.closed')}</span>
      ) : (
        <Mark tone={daysLeft < 0 ? 'bad' : daysLeft <= renewDays ? 'look' : 'good'}>
          {t(daysLeft < 0 ? 'units.certificate.over' : 'units.certificate.expires', {
            day: formatDay(expires, locale),
            days: daysLeft,
          })}
        </Mark>
      )}
      {remark !== null && <span className={classes.soft}>{remark}</span>}
    </>
  );
}
