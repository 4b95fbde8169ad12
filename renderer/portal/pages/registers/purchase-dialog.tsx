import { Switch } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { useNotes } from '../../../components/notes.ts';
import { Hint } from '../../../components/part.tsx';
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
  onClose,
}: {
  company: Entity;
  products: readonly Product[];
  onClose: () => void;
}) {
  const { t } = usePortalTexts();
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
