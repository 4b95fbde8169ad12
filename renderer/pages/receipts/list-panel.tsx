import { Group, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useEffect, useState } from 'react';
import type { ReceiptList } from '../../../service/register/wire.ts';
import { askReceipts, type ReceiptCriteria } from '../../api/receipts.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FieldRow } from '../../components/field-row.tsx';
import { Fold } from '../../components/fold.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ReceiptTable } from './receipt-table.tsx';

const ANY: ReceiptCriteria = { from: '', till: '', FN: '', TN: '', t: '', Opr: '' };

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
  const { t, locale } = useTexts();
  const { busy, failure, run } = useAction();
  const [criteria, setCriteria] = useState(ANY);
  const [asked, setAsked] = useState(ANY);
  const [list, setList] = useState<ReceiptList | null>(null);

  const search = async (wanted: ReceiptCriteria) => {
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
        if (reply.ok && !isOver) setList(reply.value);
      });
    return () => {
      isOver = true;
    };
  }, [rn, news, asked]);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { from, till, FN, TN, t: total, Opr } = criteria;
    void search([from, till, FN, TN, total, Opr].some((value) => value.trim() !== '') ? criteria : ANY);
  };
  const field = (name: keyof ReceiptCriteria) => ({
    name,
    value: criteria[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setCriteria((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Panel heading={t('receipts.list')} intro={t('receipts.intro')}>
      <Fold summary={t('receipts.search')}>
        <form noValidate onSubmit={submit}>
          <Stack maw="44rem">
            <FieldRow>
              <TextInput type="date" label={t('receipts.from')} {...field('from')} />
              <TextInput type="date" label={t('receipts.till')} {...field('till')} />
            </FieldRow>
            <FieldRow>
              <TextInput label={t('receipts.fn')} spellCheck={false} {...field('FN')} />
              <TextInput label={t('receipts.tn')} spellCheck={false} {...field('TN')} />
            </FieldRow>
            <FieldRow>
              <TextInput
                label={t('receipts.total')}
                placeholder={formatMoney('12.30', '', locale)}
                inputMode="decimal"
                {...field('t')}
              />
              <TextInput label={t('receipts.operator')} spellCheck={false} {...field('Opr')} />
            </FieldRow>
            <Group gap="xs">
              <ActionButton type="submit" variant="filled" busy={busy}>
                {t('receipts.do')}
              </ActionButton>
              {asked !== ANY && (
                <ActionButton
                  onAction={() => {
                    setCriteria(ANY);
                    return search(ANY);
                  }}
                >
                  {t('receipts.all')}
                </ActionButton>
              )}
            </Group>
          </Stack>
        </form>
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
