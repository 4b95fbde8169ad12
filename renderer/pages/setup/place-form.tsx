import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CfgField, SetupOverview } from '../../../service/setup/wire.ts';
import { FieldRow } from '../../components/field-row.tsx';
import { Fold } from '../../components/fold.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { CfgTextField } from './cfg-field.tsx';
import { CfgFormFrame } from './cfg-form-frame.tsx';
import { StreetFields } from './street-fields.tsx';
import { useCfgForm } from './use-cfg-form.ts';

const FIELDS: readonly CfgField[] = [
  'Loc.TL',
  'Loc.Nam',
  'Trm.TT',
  'Loc.Adr',
  'Loc.AdrNr',
  'Loc.Zip',
  'Loc.City',
];

/** Where it is sold, and on which till. */
export function PlaceForm({
  overview,
  submit,
  onSaved,
  onReload,
  children,
}: {
  overview: SetupOverview;
  submit: string;
  onSaved: () => void;
  onReload: () => void;
  children?: ReactNode;
}) {
  const { t } = useTexts();
  const form = useCfgForm(overview, FIELDS, { 'Loc.TL': '1', 'Trm.TT': overview.freeTerminal });
  return (
    <CfgFormFrame form={form} submit={submit} onSaved={onSaved} onReload={onReload} buttons={children}>
      <CfgTextField
        form={form}
        field="Loc.Nam"
        label={t('setup.field.location')}
        help={t('setup.help.location')}
      />
      <FieldRow align="end">
        <CfgTextField form={form} field="Loc.TL" label={t('setup.field.TL')} help={t('setup.help.TL')} />
        <CfgTextField form={form} field="Trm.TT" label={t('setup.field.TT')} help={t('setup.help.TT')} />
      </FieldRow>
      <Fold summary={t('setup.otherAddress')}>
        <Stack>
          <StreetFields form={form} of="Loc" />
          <FieldRow>
            <CfgTextField form={form} field="Loc.Zip" label={t('setup.field.zip')} />
            <CfgTextField form={form} field="Loc.City" label={t('setup.field.city')} />
          </FieldRow>
        </Stack>
      </Fold>
    </CfgFormFrame>
  );
}
