import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Soft } from '../../../components/part.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { ask } from '../../api/ask.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';
import type { Products } from '../registers/types.ts';
import { PriceListDialog } from './price-list-dialog.tsx';

/** What everything costs from a day on. */
export interface PriceList {
  /** `YYYY-MM-DD`. */
  validFrom: string;
  currency: string;
  terms: string | null;
  prices: { productId: number; price: string }[];
}

/** What the operator of the portal asks for licences and fiscal units. */
export function PriceListsPanel() {
  const { t, locale, language } = usePortalTexts();
  const lists = useAsk<{ priceLists: PriceList[] }>('/PriceList');
  const [{ value }] = useAsk<Products>(`/Product?languageCode=${language}`);
  const [isSetting, setSetting] = useState(false);
  const [removed, setRemoved] = useState<PriceList | null>(null);
  const products = value?.products ?? [];
  const name = (id: number) => products.find(({ productId }) => productId === id)?.name ?? String(id);
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Panel heading={t('section.prices')} intro={t('prices.intro')}>
      <Loading loaded={lists}>
        {({ priceLists: all }) =>
          all.length === 0 ? (
            <Empty>{t('prices.none')}</Empty>
          ) : (
            <WideTable
              caption={t('section.prices')}
              columns={[t('prices.validFrom'), t('prices.prices')]}
              actions={t('common.actions')}
              fit="short"
            >
              {all.map((list) => (
                <Row key={list.validFrom} data-testid="price-list">
                  <Cell label={t('prices.validFrom')}>{formatDay(list.validFrom, locale)}</Cell>
                  <Cell label={t('prices.prices')}>
                    {list.prices.length === 0 && t('prices.nothing')}
                    {list.prices.map(({ productId, price }) => (
                      <div key={productId}>
                        {name(productId)}: {formatMoney(price, list.currency, locale)}
                      </div>
                    ))}
                    {list.terms !== null && <Soft>{list.terms}</Soft>}
                  </Cell>
                  <Cell label={t('common.actions')} actions>
                    {list.validFrom > today && (
                      <Button
                        variant="subtle"
                        aria-label={t('prices.removeOf', { day: formatDay(list.validFrom, locale) })}
                        onClick={() => setRemoved(list)}
                      >
                        {t('common.remove')}
                      </Button>
                    )}
                  </Cell>
                </Row>
              ))}
            </WideTable>
          )
        }
      </Loading>
      {products.length > 0 && lists[0].value !== null && (
        <Group gap="xs">
          <Button onClick={() => setSetting(true)}>{t('prices.set')}</Button>
        </Group>
      )}
      {isSetting && (
        <PriceListDialog
          products={products}
          before={lists[0].value?.priceLists[0] ?? null}
          onClose={() => setSetting(false)}
        />
      )}
      {removed !== null && (
        <ConfirmDialog
          heading={t('prices.removeOf', { day: formatDay(removed.validFrom, locale) })}
          submit={t('common.remove')}
          color="red"
          action={() => ask(`/PriceList/${removed.validFrom}`, { method: 'DELETE' })}
          done={t('prices.removed')}
          onClose={() => setRemoved(null)}
        >
          <p>{t('prices.removeText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
