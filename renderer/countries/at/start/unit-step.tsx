import { Group } from '@mantine/core';
import type { UnitRow } from '../../../../service/countries/at/wire.ts';
import type { UnitCertificate } from '../../../../service/at-signing/wire.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Notice } from '../../../components/notice.tsx';
import { isTestKey } from './steps.ts';
import { UnitFacts } from '../units/unit-facts.tsx';
import { UnitsLink } from '../units/units-link.tsx';

/** Step 1: something that signs. */
export function UnitStep({
  units,
  certificates,
}: {
  units: readonly UnitRow[];
  certificates: ReadonlyMap<string, UnitCertificate>;
}) {
  const { t } = useTexts();
  const unit = units.find(({ state }) => state === 'ready') ?? units[0];
  const works = unit?.state === 'ready';
  const wanted =
    unit === undefined ? 'none' : units.every(({ state }) => state === 'failed') ? 'failed' : 'unused';
  return (
    <>
      {!works && <p>{t(`austria.start.unit.${wanted}`)}</p>}
      {unit !== undefined && <UnitFacts unit={unit} certificate={certificates.get(unit.id) ?? null} />}
      {unit !== undefined && isTestKey(unit) && (
        <Notice tone="look">
          <p>{t('austria.start.unit.testKey')}</p>
        </Notice>
      )}
      <Group gap="xs">
        <UnitsLink variant={works ? 'default' : 'filled'} />
      </Group>
    </>
  );
}
