import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CfgField, SetupCountry, SetupOverview } from '../../../service/setup/wire.ts';
import { FieldRow } from '../../components/field-row.tsx';
import { Hint } from '../../components/part.tsx';
import { countryName } from '../../format/country.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { CfgTextField } from './cfg-field.tsx';
import { CfgFormFrame } from './cfg-form-frame.tsx';
import { likelyCountry } from './likely-country.ts';
import { StreetFields } from './street-fields.tsx';
import { useCfgForm } from './use-cfg-form.ts';

const FIELDS: readonly CfgField[] = [
  'Cmp.Ctry',
  'Cmp.Nam',
  'Cmp.TaxId',
  'Cmp.Adr',
  'Cmp.AdrNr',
  'Cmp.Zip',
  'Cmp.City',
];

/** Who sells: country, name, tax id and address of the company. */
export function CompanyForm({
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
  const { t, locale } = useTexts();
  const { countries } = overview;
  const likely =
    likelyCountry(Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages, (code) =>
      countries.some((country) => country.code === code),
    ) ?? '';
  // Another register gets a terminal of its own with its company: until its place is entered it would have that of the first one.
  const isAnother = overview.cfg === null && overview.freeTerminal !== '1';
  const beside = isAnother ? { 'Trm.TT': overview.freeTerminal } : {};
  const form = useCfgForm(overview, FIELDS, { 'Cmp.Ctry': likely }, beside);
  const chosen = countries.find(({ code }) => code === form.values['Cmp.Ctry']);
  const taxId = chosen?.taxId ?? null;
  const country = form.remarkOf('Cmp.Ctry');
  return (
    <CfgFormFrame form={form} submit={submit} onSaved={onSaved} onReload={onReload} buttons={children}>
      <NativeSelect
        label={t('setup.field.country')}
        description={t('setup.help.country')}
        error={
          country === null
            ? null
            : t(country.problem === 'prefix' ? 'setup.wrong.prefix' : 'setup.wrong.country')
        }
        data={[
          ...(form.values['Cmp.Ctry'] === '' ? [{ value: '', label: t('setup.choose') }] : []),
          { group: t('setup.countries.fiscal'), items: items(countries, 'fiscal', locale) },
          {
            group: t('setup.countries.others'),
            items: items(countries, 'free', locale),
          },
        ]}
        value={form.values['Cmp.Ctry'] ?? ''}
        onChange={(event) => form.set('Cmp.Ctry', event.currentTarget.value)}
      />
      {chosen?.kind === 'free' && <Hint>{t('setup.countries.free')}</Hint>}
      <CfgTextField
        form={form}
        field="Cmp.Nam"
        label={t('setup.field.name')}
        help={t('setup.help.name')}
        autoComplete="organization"
      />
      <CfgTextField
        form={form}
        field="Cmp.TaxId"
        label={
          // In some languages it has one name everywhere.
          taxId === null || taxId.name === t('setup.field.taxId')
            ? t('setup.field.taxId')
            : t('setup.field.taxIdOf', { name: taxId.name })
        }
        help={taxId === null ? t('setup.help.taxId') : t('setup.help.taxIdOf', { example: taxId.example })}
        right={t('setup.right.taxId')}
        taxId={taxId}
      />
      <StreetFields form={form} of="Cmp" autoComplete="street-address" />
      <FieldRow>
        <CfgTextField form={form} field="Cmp.Zip" label={t('setup.field.zip')} autoComplete="postal-code" />
        <CfgTextField
          form={form}
          field="Cmp.City"
          label={t('setup.field.city')}
          autoComplete="address-level2"
        />
      </FieldRow>
    </CfgFormFrame>
  );
}

function items(countries: readonly SetupCountry[], kind: SetupCountry['kind'], locale: string) {
  return countries
    .filter((country) => country.kind === kind)
    .map(({ code }) => ({ value: code, label: countryName(code, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
