import type { UnitRow } from '../../../../service/countries/at/wire.ts';
import type { UnitCertificate } from '../../../../service/at-signing/wire.ts';
import { ButtonRow } from '../../../components/button-row.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Absent } from '../../../components/part.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { UnitFacts } from './unit-facts.tsx';
import { UnitsLink } from './units-link.tsx';

/** The signature units in short; everything else is on their own page. */
export function UnitsCard({
  units,
  certificates,
}: {
  units: readonly UnitRow[];
  certificates: ReadonlyMap<string, UnitCertificate>;
}) {
  const { t } = useTexts();
  return (
    <Panel heading={t('units.heading')} intro={t('units.intro')}>
      {units.length === 0 && <Absent>{t('austria.units.none')}</Absent>}
      {units.map((unit) => (
        <UnitFacts key={unit.id} unit={unit} certificate={certificates.get(unit.id) ?? null} />
      ))}
      <ButtonRow>
        <UnitsLink />
      </ButtonRow>
    </Panel>
  );
}
