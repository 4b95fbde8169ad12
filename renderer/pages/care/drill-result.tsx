import { List, Stack, Text } from '@mantine/core';
import type { DrillResult, Figures } from '../../../service/backup/wire.ts';
import { Notice } from '../../components/notice.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatDocumentTime } from '../../format/day.ts';
import { formatCount, formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** What the last drill of a register has shown. */
export function DrillResultView({ result }: { result: DrillResult }) {
  const { t, locale } = useTexts();
  const { outcome, backup, register, findings, findingCount, newer, ended, unknownSigner } = result;
  const when = formatDocumentTime(ended, locale);
  const isSound = outcome === 'sound';
  return (
    <Stack gap="md" data-testid="drill" data-outcome={outcome}>
      <Notice
        tone={isSound ? 'good' : 'bad'}
        title={t(`care.drill.result.${isSound ? 'sound' : outcome === 'unsound' ? 'unsound' : 'failed'}`, {
          when,
          count: backup?.records ?? 0,
          records: formatCount(backup?.records ?? 0, locale),
        })}
      >
        {isSound && newer > 0 && <p>{t('care.drill.newer', { count: newer })}</p>}
        {isSound && unknownSigner > 0 && <p>{t('care.drill.unknownSigner', { count: unknownSigner })}</p>}
        {!isSound && <p>{t('care.drill.whatNow')}</p>}
        {findings.length > 0 && (
          <List size="sm">
            {findings.map((finding, i) => (
              <List.Item key={i}>{finding}</List.Item>
            ))}
          </List>
        )}
        {findingCount > findings.length && (
          <p>{t('care.drill.more', { count: findingCount - findings.length })}</p>
        )}
      </Notice>
      {backup !== null && <FigureTable backup={backup} register={register} />}
      <Text size="sm" c="dimmed">
        {t('care.drill.from')} <code>{result.path}</code>
      </Text>
    </Stack>
  );
}

function FigureTable({ backup, register }: { backup: Figures; register: Figures | null }) {
  const { t, locale } = useTexts();
  const label = {
    figure: t('care.drill.column.figure'),
    backup: t('care.drill.column.backup'),
    register: t('care.drill.column.register'),
  };
  const shown = ({ records, receipts, voids, total, lastNumber, last }: Figures) => ({
    ...{ records: formatCount(records, locale), receipts: formatCount(receipts, locale) },
    ...{ voids: formatCount(voids, locale), total: formatMoney(total, '', locale), lastNumber },
    last: formatDocumentTime(last, locale),
  });
  const [there, here] = [shown(backup), register === null ? null : shown(register)];
  return (
    <WideTable caption={t('care.drill.figures')} columns={Object.values(label)} fit="short">
      {(Object.keys(there) as (keyof typeof there)[]).map((name) => (
        <Row key={name}>
          <Cell label={label.figure}>{t(`care.drill.figure.${name}`)}</Cell>
          <Cell label={label.backup}>{there[name] || '–'}</Cell>
          <Cell label={label.register}>{here?.[name] || '–'}</Cell>
        </Row>
      ))}
    </WideTable>
  );
}
