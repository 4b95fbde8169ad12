import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { ReceiptCriteria } from '../../api/receipts.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FieldRow } from '../../components/field-row.tsx';
import { focusMistake } from '../../components/focus.ts';
import { Fold } from '../../components/fold.tsx';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ANY, type CriteriaFaults, OTHER_TYPES, readCriteria } from './criteria.ts';

/** Everything that receipts are found by: what people know first, what auditors and suppliers know folded away. */
export function SearchForm({
  isAsked,
  busy,
  onSearch,
}: {
  /** Something is looked for. */
  isAsked: boolean;
  busy: boolean;
  /** Null: show all. */
  onSearch: (criteria: ReceiptCriteria | null) => Promise<void>;
}) {
  const { t, locale } = useTexts();
  const [entered, setEntered] = useState(ANY);
  const [faults, setFaults] = useState<CriteriaFaults>({});
  const submit = (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readCriteria(entered, locale);
    setFaults(read.faults);
    if (Object.keys(read.faults).length === 0) void onSearch(read.criteria);
    else focusMistake(form);
  };
  const field = (name: keyof ReceiptCriteria) => ({
    name,
    value: entered[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setEntered((before) => ({ ...before, [name]: value }));
    },
  });
  const code = { spellCheck: false, maxLength: 200 };
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw="44rem">
        <FieldRow>
          <TextInput type="date" label={t('receipts.from')} {...field('from')} />
          <TextInput type="date" label={t('receipts.till')} {...field('till')} />
        </FieldRow>
        <FieldRow>
          <TextInput label={t('receipts.fn')} {...code} {...field('FN')} />
          <TextInput
            label={t('receipts.total')}
            placeholder={formatMoney('12.30', '', locale)}
            inputMode="decimal"
            error={faults.t && t('receipts.totalWrong')}
            {...field('t')}
          />
        </FieldRow>
        <FieldRow>
          <TextInput label={t('receipts.operator')} {...code} {...field('operator')} />
          <TextInput label={t('receipts.tn')} {...code} {...field('TN')} />
        </FieldRow>
        <Fold summary={t('receipts.further')}>
          <Stack>
            <FieldRow>
              <NativeSelect
                label={t('receipts.type')}
                data={[
                  { value: '', label: t('receipts.types.Tra') },
                  ...OTHER_TYPES.map((value) => ({ value, label: t(`receipts.types.${value}`) })),
                ]}
                {...field('_')}
              />
              <NativeSelect
                label={t('receipts.order')}
                data={[
                  { value: '', label: t('receipts.newest') },
                  { value: 'asc', label: t('receipts.oldest') },
                ]}
                {...field('sort')}
              />
            </FieldRow>
            <FieldRow>
              <TextInput label={t('setup.field.TL')} {...code} {...field('TL')} />
              <TextInput label={t('setup.field.TT')} {...code} {...field('TT')} />
            </FieldRow>
            <FieldRow align="end">
              <TextInput
                label={t('receipts.sq')}
                inputMode="numeric"
                error={faults.SQ && t('receipts.sqWrong')}
                {...field('SQ')}
              />
              <TextInput
                label={t('receipts.nfs')}
                description={t('receipts.nfsHint')}
                {...code}
                {...field('nfs')}
              />
            </FieldRow>
            <FieldRow align="end">
              <TextInput
                label={t('receipts.field')}
                description={t('receipts.fieldHint')}
                error={faults.field && t('receipts.fieldWrong')}
                {...code}
                {...field('field')}
              />
              <TextInput
                label={t('receipts.value')}
                description={t('receipts.valueHint')}
                error={faults.value && t('receipts.valueMissing')}
                {...code}
                {...field('value')}
              />
            </FieldRow>
          </Stack>
        </Fold>
        <Group gap="xs">
          <ActionButton type="submit" variant="filled" busy={busy}>
            {t('receipts.do')}
          </ActionButton>
          {isAsked && (
            <ActionButton
              onAction={() => {
                setEntered(ANY);
                setFaults({});
                return onSearch(null);
              }}
            >
              {t('receipts.all')}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}
