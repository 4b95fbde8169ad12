import { Button, Group, Text } from '@mantine/core';
import { Mark } from '../../components/mark.tsx';
import type { NoticeTone } from '../../components/notice.tsx';
import { Hint, Line, Part } from '../../components/part.tsx';
import { formatDay } from '../../format/day.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './certificate.module.css';
import { type Expiry, expiryOf } from './expiry.ts';

const TONES: Record<Expiry, NoticeTone> = { valid: 'good', soon: 'look', over: 'bad' };

/** A certificate in use. */
export interface CertificateFacts {
  /** Who it was issued to. */
  subject: string;
  issuer?: string;
  /** Last day of validity, `YYYY-MM-DD`. */
  validTill: string;
  daysLeft: number;
}

/** A certificate in use: whose it is, how long it lasts, and the way to another. */
export function Certificate({
  heading,
  hint,
  certificate,
  warnDays,
  onChange,
  onRemove,
}: {
  heading: string;
  hint: string | null;
  certificate: CertificateFacts | null;
  /** With so many days left another one should be asked for; a month where nothing is said. */
  warnDays?: number;
  onChange: () => void;
  /** Missing where it cannot be removed. */
  onRemove?: () => void;
}) {
  const { t } = useTexts();
  const name = { name: heading };
  const isThere = certificate !== null;
  return (
    <Part heading={heading}>
      <Line>
        {isThere ? (
          <InUse certificate={certificate} warnDays={warnDays} />
        ) : (
          <Text c="dimmed">{t('fiscal.certificate.none')}</Text>
        )}
        <Group gap="xs">
          <Button
            onClick={onChange}
            aria-label={t(isThere ? 'fiscal.certificate.replaceOf' : 'fiscal.certificate.importOf', name)}
          >
            {t(isThere ? 'fiscal.certificate.replace' : 'fiscal.certificate.import')}
          </Button>
          {isThere && onRemove !== undefined && (
            <Button variant="subtle" onClick={onRemove} aria-label={t('fiscal.certificate.removeOf', name)}>
              {t('fiscal.certificate.remove')}
            </Button>
          )}
        </Group>
      </Line>
      {hint !== null && <Hint>{hint}</Hint>}
    </Part>
  );
}

function InUse({
  certificate: { subject, issuer, validTill, daysLeft },
  warnDays,
}: {
  certificate: CertificateFacts;
  warnDays: number | undefined;
}) {
  const { t, locale } = useTexts();
  const expiry = expiryOf(daysLeft, warnDays);
  return (
    <div className={classes.what}>
      <p className={classes.subject}>{subject}</p>
      {issuer !== undefined && <Hint>{t('fiscal.certificate.issuer', { issuer })}</Hint>}
      <Mark tone={TONES[expiry]}>
        {t(`fiscal.certificate.${expiry}`, { day: formatDay(validTill, locale) })}
      </Mark>
      {issuer !== undefined && daysLeft >= 0 && (
        <Hint>{t('fiscal.certificate.daysLeft', { count: daysLeft })}</Hint>
      )}
    </div>
  );
}
