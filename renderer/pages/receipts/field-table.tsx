import { useMemo } from 'react';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { fieldsOf } from './fields.ts';

/** What a record holds, field by field. */
export function FieldTable({ json }: { json: string }) {
  const { t } = useTexts();
  const fields = useMemo(() => fieldsOf(json), [json]);
  const label = { name: t('receipts.fieldName'), value: t('receipts.value') };
  return (
    <WideTable caption={t('receipts.fields')} columns={[label.name, label.value]} fit="short">
      {fields.map(({ name, value }) => (
        <Row key={name}>
          <Cell label={label.name}>
            <code>{name}</code>
          </Cell>
          <Cell label={label.value}>{value}</Cell>
        </Row>
      ))}
    </WideTable>
  );
}
