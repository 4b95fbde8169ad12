import { Group } from '@mantine/core';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { Fact, Facts } from '../../../components/card.tsx';
import { CopyCode } from '../../../components/copy-code.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { DownloadIcon } from '../../../components/icons.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Soft } from '../../../components/part.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { formatDocumentTime } from '../../../format/day.ts';
import { askForFile } from '../../api/ask.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Loading } from '../loading.tsx';
import { download } from './download.ts';
import { INVOICE_STATES, type InvoiceHistory } from './types.ts';

const CHANNELS = ['access-point', 'mail', 'folder'] as const;
const STEPS = [...INVOICE_STATES, 'made'] as const;

/** The e-invoice of a receipt: what became of it, and its files. */
export function EInvoicePanel({ path }: { path: string }) {
  const { t } = usePortalTexts();
  const loaded = useAsk<InvoiceHistory>(`${path}/EInvoice/History`);
  return (
    <Panel heading={t('archive.eInvoice.heading')} intro={t('archive.eInvoice.intro')}>
      <Loading loaded={loaded}>{(invoice) => <Shown path={path} invoice={invoice} />}</Loading>
    </Panel>
  );
}

function Shown({ path, invoice }: { path: string; invoice: InvoiceHistory }) {
  const { t, locale } = usePortalTexts();
  const { busy, failure, run } = useAction();
  const { state, number, system, form, recipient, digest, history } = invoice;
  // A newer register may have states and channels that this page does not know.
  const stateText = (name: string) => {
    const known = STEPS.find((one) => one === name);
    return known === undefined ? name : t(`archive.eInvoice.states.${known}`);
  };
  const known = CHANNELS.find((one) => one === invoice.channel);
  const channel = known === undefined ? invoice.channel : t(`archive.eInvoice.channels.${known}`);
  const take = (what: string) => async () => {
    const file = `${path}/EInvoice${what}`;
    if ((await run(() => askForFile(file))).ok) download(`.${file}`);
  };
  const columns = [t('archive.eInvoice.state'), t('archive.date')];
  return (
    <>
      <Facts>
        {state !== null && <Fact name={t('archive.eInvoice.state')}>{stateText(state)}</Fact>}
        {number !== null && <Fact name={t('archive.eInvoice.number')}>{number}</Fact>}
        {channel !== null && <Fact name={t('archive.eInvoice.channel')}>{channel}</Fact>}
        {system !== null && (
          <Fact name={t('archive.eInvoice.system')}>{[system, form].filter(Boolean).join(' · ')}</Fact>
        )}
        {recipient !== null && <Fact name={t('archive.eInvoice.recipient')}>{recipient}</Fact>}
        {digest !== null && (
          <Fact name={t('archive.digest')}>
            <CopyCode text={digest} name={t('archive.digest')} />
          </Fact>
        )}
      </Facts>
      {history.length > 0 && (
        <WideTable caption={t('archive.eInvoice.history')} columns={columns} fit="short">
          {history.map((step) => (
            <Row key={step.sq} data-testid="e-invoice-step">
              <Cell label={t('archive.eInvoice.state')}>
                {stateText(step.state)}
                <Soft>{[step.reason, step.reference].filter(Boolean).join(' · ')}</Soft>
              </Cell>
              <Cell label={t('archive.date')}>{formatDocumentTime(step.time, locale)}</Cell>
            </Row>
          ))}
        </WideTable>
      )}
      {failure !== null && <FailureNote failure={failure} />}
      {number !== null && (
        <Group gap="xs">
          <ActionButton onAction={take('/Pdf')} busy={busy} leftSection={<DownloadIcon />}>
            {t('archive.eInvoice.pdf')}
          </ActionButton>
          <ActionButton onAction={take('')} busy={busy} leftSection={<DownloadIcon />}>
            {t('archive.eInvoice.xml')}
          </ActionButton>
        </Group>
      )}
    </>
  );
}
