import { Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReceiptList } from '../../../service/register/wire.ts';
import type { Failure } from '../../api/request.ts';
import { askReceipts, type ReceiptCriteria } from '../../api/receipts.ts';
import { Turns } from '../../api/turns.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fold } from '../../components/fold.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ANY } from './criteria.ts';
import { ReceiptTable } from './receipt-table.tsx';
import { SearchForm } from './search-form.tsx';
import { withMore, withNews } from './with-news.ts';

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
  /** Why the newest did not come by themselves. */
  const [missed, setMissed] = useState<Failure | null>(null);

  const [turns] = useState(() => new Turns());

  const search = async (criteria: ReceiptCriteria | null) => {
    const wanted = criteria ?? ANY;
    const isNewest = turns.take();
    setAsked(wanted);
    setMissed(null);
    const reply = await run(() => askReceipts(rn, wanted));
    if (reply.ok && isNewest()) setList(reply.value);
  };
  const more = async (of: ReceiptList) => {
    const isNewest = turns.take();
    const reply = await run(() => askReceipts(rn, asked, of.continuation));
    if (reply.ok && isNewest()) setList((shown) => withMore(shown, of, reply.value));
  };
  useEffect(() => {
    let isOver = false;
    // What is looked for stays as it was found.
    if (asked === ANY)
      void askReceipts(rn, ANY).then((reply) => {
        if (isOver) return;
        setMissed(reply.ok ? null : reply.failure);
        if (reply.ok) setList((shown) => withNews(shown, reply.value));
      });
    return () => {
      isOver = true;
    };
  }, [rn, news, asked]);

  const why = failure ?? missed;
  return (
    <Panel heading={t('receipts.list')} intro={t('receipts.intro')}>
      <Fold summary={t('receipts.search')}>
        <SearchForm isAsked={asked !== ANY} busy={busy} onSearch={search} />
      </Fold>
      <FailureNote failure={why} />
      {why !== null && asked === ANY && (
        <Group gap="xs">
          <ActionButton onAction={() => search(null)}>{t('fiscal.tryAgain')}</ActionButton>
        </Group>
      )}
      <div role="status">
        {list === null && why === null && <p>{t('fiscal.loading')}</p>}
        {list?.receipts.length === 0 && <p>{t(asked === ANY ? 'receipts.none' : 'receipts.noneFound')}</p>}
      </div>
      {list !== null && list.receipts.length > 0 && <ReceiptTable list={list} onShow={onShow} />}
      {list?.continuation && (
        <Group gap="xs">
          <ActionButton blocked={busy} onAction={() => more(list)}>
            {t('receipts.more')}
          </ActionButton>
        </Group>
      )}
    </Panel>
  );
}
