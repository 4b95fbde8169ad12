import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ButtonRow } from '../../../components/button-row.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { Cell, WideTable } from '../../../components/wide-table.tsx';
import { ask } from '../../api/ask.ts';
import { entityPath, idOf } from '../../api/entities.ts';
import type { Contact } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormSelect, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Empty, Loading } from '../loading.tsx';
import type { SectionProps } from './entity-page.tsx';

const types = ['InvoiceContact', 'TechnicalContact', 'CommercialContact', 'ElsterContact'] as const;
type ContactType = (typeof types)[number];

/** Whom to turn to in a company. */
export function ContactsPanel({ line: { entity }, may }: SectionProps) {
  const { t } = usePortalTexts();
  const [isAdding, setAdding] = useState(false);
  const contacts = useAsk<{ contacts: Contact[] }>(`${entityPath('company', idOf(entity))}/Contacts`);
  return (
    <Panel heading={t('section.contacts')} intro={t('contacts.intro')}>
      <Loading loaded={contacts}>
        {({ contacts: all }) =>
          all.length === 0 ? (
            <Empty>{t('contacts.none')}</Empty>
          ) : (
            <WideTable
              caption={t('section.contacts')}
              columns={[t('people.name'), t('people.email'), t('contacts.type')]}
              fit="short"
            >
              {all.map((contact) => (
                <tr role="row" key={contact.contactId}>
                  <Cell label={t('people.name')}>{contact.contactName}</Cell>
                  <Cell label={t('people.email')}>{contact.emailAddress}</Cell>
                  <Cell label={t('contacts.type')}>
                    {t(`contacts.types.${contact.contactType as ContactType}`)}
                  </Cell>
                </tr>
              ))}
            </WideTable>
          )
        }
      </Loading>
      {may.has('ManageCompany') && (
        <ButtonRow>
          <Button onClick={() => setAdding(true)}>{t('contacts.add')}</Button>
        </ButtonRow>
      )}
      {isAdding && <ContactDialog companyId={idOf(entity)} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function ContactDialog({ companyId, onClose }: { companyId: number; onClose: () => void }) {
  const { t } = usePortalTexts();
  const note = useNotes();
  const form = useForm('createContact', {
    contactName: '',
    emailAddress: '',
    contactType: types[0],
  });
  useMistakeFocus(form.complaint);
  const submit = async () => {
    const reply = await form.submit((body) =>
      ask('/api/v2/Public/Company/Contact', { method: 'POST', body: { ...body, companyId } }),
    );
    if (reply?.ok !== true) return;
    note(t('contacts.added', { name: form.values['contactName'] }));
    onClose();
  };
  return (
    <Dialog
      heading={t('contacts.add')}
      submit={t('common.save')}
      busy={form.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormText form={form} field="contactName" label={t('people.name')} />
      <FormText form={form} field="emailAddress" type="email" label={t('people.email')} />
      <FormSelect
        form={form}
        field="contactType"
        label={t('contacts.type')}
        data={types.map((value) => ({ value, label: t(`contacts.types.${value}`) }))}
      />
      <FailureNote failure={form.failure} />
    </Dialog>
  );
}
