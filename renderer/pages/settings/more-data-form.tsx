import { Stack } from '@mantine/core';
import type { CfgField, SetupOverview } from '../../../service/setup/wire.ts';
import { FieldRow } from '../../components/field-row.tsx';
import { companyFields, locationFields, REGISTER_FIELDS } from '../../countries/base-data.ts';
import type { BaseField } from '../../countries/base-field.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { CfgTextField } from '../setup/cfg-field.tsx';
import { CfgFormFrame } from '../setup/cfg-form-frame.tsx';
import { useCfgForm } from '../setup/use-cfg-form.ts';

/** A part of the form: fields of one record. */
interface Part {
  name: 'company' | 'place' | 'till' | 'invoices';
  fields: readonly (BaseField & { at: CfgField })[];
}

/** What country and e-invoices ask for beyond the forms of company and shop. */
export function MoreDataForm({
  overview,
  onSaved,
  onReload,
}: {
  overview: SetupOverview;
  onSaved: () => void;
  onReload: () => void;
}) {
  const { t } = useTexts();
  const parts = partsOf(overview.cfg?.Cmp.Ctry ?? '');
  const form = useCfgForm(
    overview,
    parts.flatMap(({ fields }) => fields.map(({ at }) => at)),
    {},
  );
  const names = {
    company: t('setup.step.company'),
    place: t('settings.company.shop'),
    till: t('settings.company.till'),
    invoices: t('eInvoices.heading'),
  };
  return (
    <CfgFormFrame form={form} submit={t('settings.save')} onSaved={onSaved} onReload={onReload}>
      {parts.map(({ name, fields }) => (
        <Stack key={name} component="section" gap="xs">
          <h3>{names[name]}</h3>
          <FieldRow least="17rem" align="end">
            {fields.map(({ at, label, hint }) => (
              <CfgTextField
                key={at}
                form={form}
                field={at}
                label={t(`baseData.field.${label}`)}
                {...(hint !== undefined && hint !== 'doc' && { help: t(`baseData.hint.${hint}`) })}
              />
            ))}
          </FieldRow>
        </Stack>
      ))}
    </CfgFormFrame>
  );
}

function partsOf(country: string): Part[] {
  const company = placed(companyFields(country), 'Cmp');
  const isOfInvoices = ({ at }: { at: CfgField }) => at.startsWith('Doc.');
  return [
    { name: 'company', fields: company.filter((field) => !isOfInvoices(field)) },
    { name: 'place', fields: placed(locationFields(country), 'Loc') },
    { name: 'till', fields: placed(REGISTER_FIELDS, 'Trm') },
    { name: 'invoices', fields: company.filter(isOfInvoices) },
  ];
}

/** The house number stands beside its street. */
function placed(fields: readonly BaseField[], group: 'Cmp' | 'Loc' | 'Trm'): Part['fields'] {
  return fields
    .filter(({ path }) => path !== 'AdrNr')
    .map((field) => ({
      ...field,
      at: (field.path.includes('.') ? field.path : `${group}.${field.path}`) as CfgField,
    }));
}
