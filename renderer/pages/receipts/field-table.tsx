import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { fieldsOf } from './fields.ts';

/** A sale of thousands of positions would keep the browser busy for minutes. */
const ROWS = 500;

/** What a record holds, field by field. */
export function FieldTable({ json }: { json: string }) {
  const { t } = useTexts();
  const fields = useMemo(() => fieldsOf(json), [json]);
  const [rows, setRows] = useState(ROWS);
  const label = { name: t('receipts.fieldName'), value: t('receipts.value') };
  return (
    <>
      <WideTable caption={t('receipts.fields')} columns={[label.name, label.value]} fit="short">
        {fields.slice(0, rows).map(({ name, value }) => (
          <Row key={name}>
            <Cell label={label.name}>
              <code>{name}</code>
            </Cell>
            <Cell label={label.value}>{value}</Cell>
          </Row>
        ))}
      </WideTable>
      {fields.length > rows && <Button onClick={() => setRows(rows + ROWS)}>{t('receipts.more')}</Button>}
    </>
  );
}
