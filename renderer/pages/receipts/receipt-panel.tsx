import { Anchor, Button, Code, Group } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReceiptDetail } from '../../../service/register/wire.ts';
import { actOnDevices } from '../../api/devices.ts';
import { askReceipt } from '../../api/receipts.ts';
import { useSession } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Fact, Facts } from '../../components/card.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { isFocusLost } from '../../components/focus.ts';
import { Fold } from '../../components/fold.tsx';
import { Mark } from '../../components/mark.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { Placeholder } from '../../components/placeholder.tsx';
import { ReceiptPaper } from '../../components/receipt-paper/receipt-paper.tsx';
import { formatDocumentTime } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { SignatureFact } from './signature-fact.tsx';
import { VoidDialog } from './void-dialog.tsx';

/** All of a receipt, and what can be done with it. */
export function ReceiptPanel({
  rn,
  sq,
  hasPrinter,
  news,
  onShow,
  onClose,
}: {
  rn: string;
  sq: number;
  /** The register has a printer. */
  hasPrinter: boolean;
  /** Changes when there may be something new. */
  news: unknown;
  /** Show another receipt. */
  onShow: (sq: number) => void;
  onClose: () => void;
}) {
  const { t, locale } = useTexts();
  const ask = useCallback(() => askReceipt(rn, sq), [rn, sq]);
  const [{ value: receipt, failure }, reload] = useReloader(ask, news);
  const [isAsked, setAsked] = useState(false);
  const role = useSession()?.role;
  const isManager = role === 'manager';
  const isLoaded = receipt !== null;
  const panel = useRef<HTMLDivElement>(null);
  // The button that was pressed is hidden with its list.
  useEffect(() => {
    if (isLoaded && isFocusLost()) panel.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [isLoaded]);
  const back = <Button onClick={onClose}>{t('receipts.back')}</Button>;
  if (receipt === null)
    return failure === null ? (
      <Placeholder />
    ) : (
      <Panel heading={t('receipts.receipt')}>
        <FailureNote failure={failure} />
        <Group gap="xs">{back}</Group>
      </Panel>
    );
  const { total, currency, customer, operator, taken, reprints } = receipt;
  return (
    <div ref={panel}>
      <Panel heading={`${receipt.title} ${receipt.number}`}>
        <Group gap="xs">
          {back}
          {hasPrinter && role !== 'auditor' && <PrintButton rn={rn} sq={sq} />}
          {isManager && taken === null && (
            <Button color="red" variant="subtle" onClick={() => setAsked(true)}>
              {t('receipts.takeBack')}
            </Button>
          )}
        </Group>
        <Links rn={rn} receipt={receipt} />
        <Facts>
          <Fact name={t('receipts.date')}>{formatDocumentTime(receipt.date, locale)}</Fact>
          {total !== null && <Fact name={t('receipts.total')}>{formatMoney(total, currency, locale)}</Fact>}
          {customer !== '' && <Fact name={t('receipts.customer')}>{customer}</Fact>}
          {operator !== '' && <Fact name={t('receipts.operator')}>{operator}</Fact>}
          {taken !== null && (
            <Fact name={t('receipts.state')}>
              <Mark tone="look">{t(`receipts.taken.${taken}`)}</Mark>
            </Fact>
          )}
          {reprints > 0 && <Fact name={t('receipts.reprints')}>{reprints}</Fact>}
          <SignatureFact signature={receipt.signature} />
        </Facts>
        <ReceiptPaper paper={receipt.paper} />
        <Fold summary={t('receipts.json')}>
          <Code block>{receipt.json}</Code>
        </Fold>
        <Fold summary={t('receipts.xml')}>
          <Code block>{receipt.xml}</Code>
        </Fold>
        {isAsked && (
          <VoidDialog
            {...{ rn, receipt }}
            onDone={(by) => {
              void reload();
              onShow(by);
            }}
            onClose={() => setAsked(false)}
          />
        )}
      </Panel>
    </div>
  );
}

/** Prints once more on the register's printer, as a copy. */
function PrintButton({ rn, sq }: { rn: string; sq: number }) {
  const { t } = useTexts();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  const print = async () => {
    const reply = await run(() => actOnDevices(rn)('print', { sq }));
    if (reply.ok) note(t('receipts.printed'));
  };
  return (
    <>
      <ActionButton variant="filled" busy={busy} onAction={print}>
        {t('receipts.print')}
      </ActionButton>
      <FailureNote failure={failure} />
    </>
  );
}

/** The receipt as a file, and where the customer finds it. */
function Links({ rn, receipt: { fn, digital } }: { rn: string; receipt: ReceiptDetail }) {
  const { t } = useTexts();
  if (fn === null && digital === null) return null;
  const file = new URLSearchParams({ RN: rn, FN: fn ?? '', copy: '1' });
  const link = { target: '_blank', rel: 'noreferrer' };
  return (
    <Group component="p" gap="0.5rem 1.5rem">
      {fn !== null && (
        <>
          <Anchor href={`./render/pdf?${file}&paper=80`} {...link}>
            {t('receipts.roll')}
          </Anchor>
          <Anchor href={`./render/pdf?${file}&paper=a4`} {...link}>
            {t('receipts.sheet')}
          </Anchor>
        </>
      )}
      {digital !== null && (
        <Anchor href={digital} {...link}>
          {t('receipts.digital')}
        </Anchor>
      )}
    </Group>
  );
}
