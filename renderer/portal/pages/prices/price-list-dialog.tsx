import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FieldRow } from '../../../components/field-row.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Hint } from '../../../components/part.tsx';
import { ask } from '../../api/ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { Product } from '../registers/types.ts';
import type { PriceList } from './price-lists-panel.tsx';

/** Sets what everything costs from a day on; begins with what it cost before. */
export function PriceListDialog({
  products,
  before,
  onClose,
}: {
  products: readonly Product[];
  before: PriceList | null;
  onClose: () => void;
}) {
  const { t } = usePortalTexts();
  const [validFrom, setValidFrom] = useState(localToday);
  const [currency, setCurrency] = useState(before?.currency ?? 'EUR');
  const [terms, setTerms] = useState(before?.terms ?? '');
  const [prices, setPrices] = useState<Record<number, string>>(() =>
    Object.fromEntries((before?.prices ?? []).map(({ productId, price }) => [productId, price])),
  );
  const set = products
    .map(({ productId }) => ({ productId, price: (prices[productId] ?? '').trim().replace(',', '.') }))
    .filter(({ price }) => price !== '');
  const known = ['validFrom', 'currency', 'terms', ...set.map((_one, index) => `prices.${index}.price`)];
  return (
    <FormDialog
      heading={t('prices.heading')}
      submit={t('common.save')}
      send={() =>
        ask('/PriceList', {
          method: 'PUT',
          body: { validFrom, currency: currency.trim(), terms: terms.trim() || null, prices: set },
        })
      }
      done={t('prices.saved')}
      shown={(failure) => {
        const isShown = Object.keys(failure?.fields ?? { '': '' }).every((field) => known.includes(field));
        return isShown ? null : failure;
      }}
      onClose={onClose}
    >
      {(_sent, failure) => {
        const error = (field: string) => failure?.fields?.[field] ?? null;
        return (
          <>
            <FieldRow>
              <TextInput
                type="date"
                label={t('prices.validFrom')}
                value={validFrom}
                error={error('validFrom')}
                onChange={(event) => setValidFrom(event.currentTarget.value)}
              />
              <TextInput
                label={t('prices.currency')}
                description={t('prices.currencyHint')}
                autoComplete="off"
                maxLength={3}
                value={currency}
                error={error('currency')}
                onChange={(event) => setCurrency(event.currentTarget.value)}
              />
            </FieldRow>
            {products.map(({ productId, name }) => {
              const index = set.findIndex((one) => one.productId === productId);
              return (
                <TextInput
                  key={productId}
                  label={t('prices.priceOf', { name })}
                  inputMode="decimal"
                  autoComplete="off"
                  value={prices[productId] ?? ''}
                  error={index < 0 ? null : error(`prices.${index}.price`)}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setPrices((all) => ({ ...all, [productId]: value }));
                  }}
                />
              );
            })}
            <Hint>{t('prices.emptyHint')}</Hint>
            <Textarea
              label={t('prices.terms')}
              description={t('prices.termsHint')}
              value={terms}
              maxLength={500}
              error={error('terms')}
              onChange={(event) => setTerms(event.currentTarget.value)}
            />
          </>
        );
      }}
    </FormDialog>
  );
}

/** Today on the calendar of this device, `YYYY-MM-DD`. */
function localToday(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
