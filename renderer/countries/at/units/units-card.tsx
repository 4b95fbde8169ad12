import { Group, Text } from '@mantine/core';
import type { UnitRow } from '../../../../service/countries/at/wire.ts';
import type { UnitCertificate } from '../../../../service/at-signing/wire.ts';
import { Panel } from '../../../components/panel.tsx';
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
      {units.length === 0 && <Text c="dimmed">{t('austria.units.none')}</Text>}
      {units.map((unit) => (
        <UnitFacts key={unit.id} unit={unit} certificate={certificates.get(unit.id) ?? null} />
      ))}
      <Group gap="xs">
        <UnitsLink />
      </Group>
    </Panel>
  );
}
