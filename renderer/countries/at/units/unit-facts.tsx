import type { UnitRow } from '../../../../service/countries/at/wire.ts';
import type en from '../../../../resources/locales/en.json';
import type { UnitCertificate } from '../../../../service/at-signing/wire.ts';
import { Mark } from '../../../components/mark.tsx';
import type { NoticeTone } from '../../../components/notice.tsx';
import { formatInstant } from '../../../format/date.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { UnitCertificateFacts } from '../../../pages/units/unit-certificate.tsx';
import classes from './unit-facts.module.css';

type UnitKind = keyof typeof en.austria.units.kind;

const TONES: Record<UnitRow['state'], NoticeTone> = { ready: 'good', failed: 'bad', unused: 'plain' };

/** A signature unit in short: what it is, whether it works, its certificate. */
export function UnitFacts({
  unit: { id, kind, state, since, failure, zda, serial },
  certificate,
}: {
  unit: UnitRow;
  /** Null where only the names on receipts are known. */
  certificate: UnitCertificate | null;
}) {
  const { t, locale } = useTexts();
  return (
    <div className={classes.unit} data-testid="unit" data-unit={id} data-state={state}>
      <div className={classes.line}>
        <span className={classes.name}>
          {t(`austria.units.kind.${kind as UnitKind}`)} <code>{id}</code>
        </span>
        <Mark tone={TONES[state]}>{t(`units.state.${state}`)}</Mark>
      </div>
      {state === 'failed' && (
        <p className={classes.soft}>
          {t('units.since', { time: formatInstant(since, locale) })}
          {failure !== null && `: ${failure}`}
        </p>
      )}
      {certificate !== null ? (
        <div>
          <UnitCertificateFacts certificate={certificate} />
        </div>
      ) : (
        serial !== null && <p className={classes.soft}>{[zda, serial].filter(Boolean).join(' · ')}</p>
      )}
    </div>
  );
}
