import type { CertificateRow } from '../../../../service/countries/pt/wire.ts';
import { Button } from '../../../components/button.tsx';
import { Mark } from '../../../components/mark.tsx';
import type { NoticeTone } from '../../../components/notice.tsx';
import { Absent, Hint, Line, Part } from '../../../components/part.tsx';
import { formatDay } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import classes from './certificate.module.css';
import { type Expiry, expiryOf } from './expiry.ts';

const tones: Record<Expiry, NoticeTone> = { valid: 'good', soon: 'look', over: 'bad' };

/** A certificate in use: whose it is, how long it lasts, and the way to another. */
export function Certificate({
  heading,
  hint,
  row,
  today,
  onChange,
}: {
  heading: string;
  hint: string;
  row: CertificateRow | null;
  today: string;
  onChange: () => void;
}) {
  const { t, locale } = useTexts();
  const expiry = row === null ? null : expiryOf(row.expires, today);
  return (
    <Part heading={heading}>
      <Line>
        <div className={classes.what}>
          {row === null ? (
            <Absent>{t('portugal.certificate.none')}</Absent>
          ) : (
            <p className={classes.subject}>{row.subject}</p>
          )}
          {row !== null && expiry !== null && (
            <Mark tone={tones[expiry]}>
              {t(`portugal.certificate.${expiry}`, {
                day: formatDay(row.expires, locale),
              })}
            </Mark>
          )}
        </div>
        <Button
          onClick={onChange}
          aria-label={t(row === null ? 'portugal.certificate.importOf' : 'portugal.certificate.replaceOf', {
            name: heading,
          })}
        >
          {t(row === null ? 'portugal.certificate.import' : 'portugal.certificate.replace')}
        </Button>
      </Line>
      <Hint>{hint}</Hint>
    </Part>
  );
}
