import { Panel } from '../../../components/panel.tsx';
import { Soft } from '../../../components/part.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { formatMoney } from '../../../format/money.ts';
import { timeText } from '../../time-text.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { Product, Purchase } from './types.ts';

/** What was bought for a company and what it cost then; nothing while nothing was. */
export function PurchasesPanel({ companyId, products }: { companyId: number; products: readonly Product[] }) {
  const { t, locale } = usePortalTexts();
  const [{ value }] = useAsk<{ purchases: Purchase[] }>(`/Company/${companyId}/Purchases`);
  if (value === null || value.purchases.length === 0) return null;
  const name = (id: number) => products.find(({ productId }) => productId === id)?.name ?? String(id);
  const columns = [t('archive.date'), t('licences.product'), t('archive.total')];
  return (
    <Panel heading={t('licences.purchases')} intro={t('licences.purchasesIntro')}>
      <WideTable caption={t('licences.purchases')} columns={columns} fit="short">
        {value.purchases.map(({ purchaseId, createdTimestamp, customerReference, pieces, cost }) => (
          <Row key={purchaseId} data-testid="purchase">
            <Cell label={t('archive.date')}>
              {timeText(createdTimestamp, locale)}
              {customerReference !== null && <Soft>{customerReference}</Soft>}
            </Cell>
            <Cell label={t('licences.product')}>
              {cost === null
                ? t('licences.pieces', { number: pieces })
                : cost.items.map(({ productId, amount, price }, index) => (
                    <div key={index}>
                      {amount} × {name(productId)} ({formatMoney(price, cost.currency, locale)})
                    </div>
                  ))}
            </Cell>
            <Cell label={t('archive.total')}>
              {cost === null ? '–' : formatMoney(cost.total, cost.currency, locale)}
              {typeof cost?.terms === 'string' && <Soft>{cost.terms}</Soft>}
            </Cell>
          </Row>
        ))}
      </WideTable>
    </Panel>
  );
}
