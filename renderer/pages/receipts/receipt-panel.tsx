import { Anchor, Button, Code, Group } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReceiptDetail } from '../../../service/register/wire.ts';
import { askReceipt } from '../../api/receipts.ts';
import { useSession } from '../../api/session.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { Fact, Facts } from '../../components/card.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { isFocusLost } from '../../components/focus.ts';
import { Fold } from '../../components/fold.tsx';
import { Mark } from '../../components/mark.tsx';
import { Panel } from '../../components/panel.tsx';
import { Placeholder } from '../../components/placeholder.tsx';
import { PrintCopyButton } from '../../components/print-copy-button.tsx';
import { QrCode } from '../../components/receipt-paper/qr-code.tsx';
import { ReceiptPaper } from '../../components/receipt-paper/receipt-paper.tsx';
import { formatDocumentTime } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FieldTable } from './field-table.tsx';
import { nameOf } from './receipt-table.tsx';
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
  const [isForPhone, setForPhone] = useState(false);
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
  const { total, currency, customer, operator, taken, reprints, paper, digital } = receipt;
  const isReceipt = paper !== null;
  return (
    <div ref={panel}>
      <Panel heading={[receipt.title, nameOf(receipt, t)].filter(Boolean).join(' ')}>
        <Group gap="xs">
          {back}
          {isReceipt && hasPrinter && role !== 'auditor' && <PrintCopyButton rn={rn} sq={sq} />}
          {digital !== null && role !== 'auditor' && (
            <Button aria-expanded={isForPhone} onClick={() => setForPhone(!isForPhone)}>
              {t('receipts.phone')}
            </Button>
          )}
          {isReceipt && isManager && taken === null && (
            <Button color="red" variant="subtle" onClick={() => setAsked(true)}>
              {t('receipts.takeBack')}
            </Button>
          )}
        </Group>
        {digital !== null && isForPhone && (
          <div role="status" data-testid="phone-code">
            <p>{t('receipts.phoneHint')}</p>
            <QrCode large text={digital} />
          </div>
        )}
        <Links rn={rn} sq={sq} receipt={receipt} />
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
        {paper !== null && <ReceiptPaper paper={paper} />}
        <Fold isLazy summary={t('receipts.fields')}>
          <FieldTable json={receipt.json} />
        </Fold>
        <Fold isLazy summary={t('receipts.json')}>
          <Code block>{receipt.json}</Code>
        </Fold>
        <Fold isLazy summary={t('receipts.xml')}>
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

/** The receipt as a file, and where the customer finds it. */
function Links({ rn, sq, receipt: { paper, digital } }: { rn: string; sq: number; receipt: ReceiptDetail }) {
  const { t } = useTexts();
  if (paper === null && digital === null) return null;
  const file = new URLSearchParams({ RN: rn, SQ: String(sq), copy: '1' });
  const link = { target: '_blank', rel: 'noreferrer' };
  return (
    <Group component="p" gap="0.5rem 1.5rem">
      {paper !== null && (
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
