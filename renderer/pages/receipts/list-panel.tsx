import { Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReceiptList } from '../../../service/register/wire.ts';
import { askReceipts, type ReceiptCriteria } from '../../api/receipts.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fold } from '../../components/fold.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ANY } from './criteria.ts';
import { ReceiptTable } from './receipt-table.tsx';
import { SearchForm } from './search-form.tsx';
import { withNews } from './with-news.ts';

/** The newest receipts, and those that are looked for. */
export function ListPanel({
  rn,
  news,
  onShow,
}: {
  rn: string;
  /** Changes with every receipt: the newest are shown at once. */
  news: number | null;
  onShow: (sq: number) => void;
}) {
  const { t } = useTexts();
  const { busy, failure, run } = useAction();
  const [asked, setAsked] = useState(ANY);
  const [list, setList] = useState<ReceiptList | null>(null);

  const search = async (criteria: ReceiptCriteria | null) => {
    const wanted = criteria ?? ANY;
    setAsked(wanted);
    const reply = await run(() => askReceipts(rn, wanted));
    if (reply.ok) setList(reply.value);
  };
  const more = async ({ receipts, continuation }: ReceiptList) => {
    const reply = await run(() => askReceipts(rn, asked, continuation));
    if (reply.ok) setList({ ...reply.value, receipts: [...receipts, ...reply.value.receipts] });
  };
  useEffect(() => {
    let isOver = false;
    // What is looked for stays as it was found.
    if (asked === ANY)
      void askReceipts(rn, ANY).then((reply) => {
        if (reply.ok && !isOver) setList((shown) => withNews(shown, reply.value));
      });
    return () => {
      isOver = true;
    };
  }, [rn, news, asked]);

  return (
    <Panel heading={t('receipts.list')} intro={t('receipts.intro')}>
      <Fold summary={t('receipts.search')}>
        <SearchForm isAsked={asked !== ANY} busy={busy} onSearch={search} />
      </Fold>
      <FailureNote failure={failure} />
      <div role="status">
        {list?.receipts.length === 0 && <p>{t(asked === ANY ? 'receipts.none' : 'receipts.noneFound')}</p>}
      </div>
      {list !== null && list.receipts.length > 0 && <ReceiptTable list={list} onShow={onShow} />}
      {list?.continuation && (
        <Group gap="xs">
          <ActionButton onAction={() => more(list)}>{t('receipts.more')}</ActionButton>
        </Group>
      )}
    </Panel>
  );
}
