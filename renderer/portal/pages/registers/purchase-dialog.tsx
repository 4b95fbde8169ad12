import { Switch } from '@mantine/core';
import { useState } from 'react';
import { Fact, Facts } from '../../../components/card.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { useNotes } from '../../../components/notes.ts';
import { Hint } from '../../../components/part.tsx';
import { formatMoney, timesAmount } from '../../../format/money.ts';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import { useSession } from '../../api/session.ts';
import type { Entity } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FieldRow } from '../../../components/field-row.tsx';
import { FormSelect, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { Product } from './types.ts';

/** Buys licences or fiscal units for a company; its own invoice address pays. */
export function PurchaseDialog({
  company,
  products,
  terms,
  onClose,
}: {
  company: Entity;
  /** Those that have a price. */
  products: readonly Product[];
  /** What belongs to the prices, in words of the operator. */
  terms: string | null;
  onClose: () => void;
}) {
  const { t, locale } = usePortalTexts();
  const note = useNotes();
  const { user } = useSession();
  const form = useForm(
    'purchase',
    {
      product: String(products[0]?.productId ?? ''),
      amount: '1',
      recipientEmailAddress: company.invoiceEmailAddress ?? user.email,
      recipientEmailRealName: user.name,
      customerReference: '',
    },
    ['product', 'amount'],
  );
  const total = totalOf(products, form.values);
  useMistakeFocus(form.complaint);
  const [isAssigned, setAssigned] = useState(true);
  const product = products.find(({ productId }) => String(productId) === form.values['product']);
  const submit = async () => {
    const { amount } = form.values;
    const reply = await form.submit(({ recipientEmailAddress, recipientEmailRealName, customerReference }) =>
      ask('/Purchase', {
        method: 'POST',
        body: {
          companyId: idOf(company),
          invoiceCompanyId: idOf(company),
          recipientEmailAddress,
          recipientEmailRealName,
          customerReference,
          // Nothing is bought at another price than the one that is shown.
          ...(total && { total: total.total, currency: total.currency }),
          items: [
            {
              id: product?.productId,
              amount: Number(amount),
              ...(isAssigned && { amountAssignment: 'Register' }),
            },
          ],
        },
      }),
    );
    if (reply?.ok !== true) return;
    note(t('licences.bought'));
    onClose();
  };
  return (
    <Dialog
      heading={t('licences.buyFor', { name: company.name })}
      submit={t('licences.buyDo')}
      busy={form.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FieldRow>
        <FormSelect
          form={form}
          field="product"
          label={t('licences.product')}
          data={products.map(({ productId, name }) => ({ value: String(productId), label: name }))}
        />
        <FormText form={form} field="amount" label={t('licences.amount')} />
      </FieldRow>
      <Facts>
        <Fact name={t('licences.price')}>
          {formatMoney(product?.price ?? '', product?.currency ?? '', locale)}
        </Fact>
        <Fact name={t('archive.total')} {...(terms !== null && { remark: terms })}>
          <strong data-testid="total">
            {total === null ? '–' : formatMoney(total.total, total.currency, locale)}
          </strong>
        </Fact>
      </Facts>
      {product !== undefined && product.noticeMonths > 0 && (
        <Hint>{t('licences.notice', { months: product.noticeMonths })}</Hint>
      )}
      <Switch
        label={t('licences.toRegisters')}
        description={t('licences.toRegistersHint')}
        checked={isAssigned}
        onChange={(event) => setAssigned(event.currentTarget.checked)}
      />
      <FormText
        form={form}
        field="recipientEmailAddress"
        type="email"
        label={t('licences.recipient')}
        description={t('licences.recipientHint')}
      />
      <FormText form={form} field="recipientEmailRealName" label={t('people.name')} />
      <FormText form={form} field="customerReference" label={t('licences.reference')} />
      <FailureNote failure={form.failure} />
    </Dialog>
  );
}

/** What so many pieces cost; null while that is not clear. */
function totalOf(
  products: readonly Product[],
  { product: id, amount = '' }: Record<string, string>,
): { total: string; currency: string } | null {
  const { price = null, currency = null } = products.find(({ productId }) => String(productId) === id) ?? {};
  if (price === null || currency === null || !/^\d{1,4}$/.test(amount.trim())) return null;
  return { total: timesAmount(price, Number(amount)), currency };
}
