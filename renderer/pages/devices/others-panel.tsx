import type { PrinterRow } from '../../../service/printing/wire.ts';
import { Panel } from '../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatCount } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PrinterMark } from './printer-state.tsx';

/** Printers of the other registers of this service, as they were last. */
export function OthersPanel({ printers }: { printers: readonly PrinterRow[] }) {
  const { t, locale } = useTexts();
  const label = {
    rn: t('devices.others.register'),
    state: t('devices.others.state'),
    port: t('devices.printer.port'),
    waiting: t('devices.others.waiting'),
  };
  return (
    <Panel heading={t('devices.others.heading')} intro={t('devices.others.intro')}>
      <WideTable caption={t('devices.others.heading')} columns={Object.values(label)}>
        {printers.map((printer) => (
          <Row key={printer.rn}>
            <Cell label={label.rn}>{printer.rn}</Cell>
            <Cell label={label.state}>
              <PrinterMark printer={printer} />
            </Cell>
            <Cell label={label.port}>
              <code>{printer.port}</code>
            </Cell>
            <Cell label={label.waiting}>{formatCount(printer.waiting, locale)}</Cell>
          </Row>
        ))}
      </WideTable>
    </Panel>
  );
}
