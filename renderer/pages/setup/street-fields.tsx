import { useState } from 'react';
import { FieldRow } from '../../components/field-row.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { CfgTextField } from './cfg-field.tsx';
import type { CfgForm } from './use-cfg-form.ts';

/** Street and number in one line, as people write them; apart where a till program has sent them so. */
export function StreetFields({
  form,
  of,
  autoComplete,
}: {
  form: CfgForm;
  of: 'Cmp' | 'Loc';
  autoComplete?: string;
}) {
  const { t } = useTexts();
  const [isApart, setApart] = useState(false);
  // It stays when the number is taken away while somebody types.
  if (!isApart && form.values[`${of}.AdrNr`]) setApart(true);
  const street = (label: string) => (
    <CfgTextField
      form={form}
      field={`${of}.Adr`}
      label={label}
      {...(autoComplete !== undefined && { autoComplete })}
    />
  );
  if (!isApart) return street(t('setup.field.street'));
  return (
    <FieldRow>
      {street(t('setup.field.streetAlone'))}
      <CfgTextField form={form} field={`${of}.AdrNr`} label={t('baseData.field.houseNumber')} />
    </FieldRow>
  );
}
