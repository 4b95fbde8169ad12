import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { ask } from '../../api/ask.ts';
import { entityPath, idOf } from '../../api/entities.ts';
import type { Contact } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormSelect, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Empty, Loading } from '../loading.tsx';
import type { SectionProps } from './entity-page.tsx';

const TYPES = ['InvoiceContact', 'TechnicalContact', 'CommercialContact', 'ElsterContact'] as const;
type ContactType = (typeof TYPES)[number];

/** Whom to turn to in a company. */
export function ContactsPanel({ line: { entity }, may }: SectionProps) {
  const { t } = usePortalTexts();
  const [edited, setEdited] = useState<Contact | 'new' | null>(null);
  const [removed, setRemoved] = useState<Contact | null>(null);
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
              {...(may.has('ManageCompany') && { actions: t('common.actions') })}
              fit="short"
            >
              {all.map((contact) => (
                <Row key={contact.contactId}>
                  <Cell label={t('people.name')}>{contact.contactName}</Cell>
                  <Cell label={t('people.email')}>{contact.emailAddress}</Cell>
                  <Cell label={t('contacts.type')}>
                    {t(`contacts.types.${contact.contactType as ContactType}`)}
                  </Cell>
                  {may.has('ManageCompany') && (
                    <Cell label={t('common.actions')} actions>
                      <Button
                        variant="subtle"
                        aria-label={t('contacts.changeOf', { name: contact.contactName })}
                        onClick={() => setEdited(contact)}
                      >
                        {t('contacts.change')}
                      </Button>
                      <Button
                        variant="subtle"
                        aria-label={t('contacts.removeOf', { name: contact.contactName })}
                        onClick={() => setRemoved(contact)}
                      >
                        {t('contacts.remove')}
                      </Button>
                    </Cell>
                  )}
                </Row>
              ))}
            </WideTable>
          )
        }
      </Loading>
      {may.has('ManageCompany') && (
        <Group gap="xs">
          <Button onClick={() => setEdited('new')}>{t('contacts.add')}</Button>
        </Group>
      )}
      {edited !== null && (
        <ContactDialog
          companyId={idOf(entity)}
          contact={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {removed !== null && (
        <ConfirmDialog
          heading={t('contacts.removeOf', { name: removed.contactName })}
          submit={t('contacts.remove')}
          color="red"
          action={() => ask(contactPath(idOf(entity), removed), { method: 'DELETE' })}
          done={t('contacts.removed', { name: removed.contactName })}
          onClose={() => setRemoved(null)}
        >
          <p>{t('contacts.removeText', { email: removed.emailAddress })}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function contactPath(companyId: number, { contactId }: Contact): string {
  return `${entityPath('company', companyId)}/Contact/${contactId}`;
}

interface ContactDialogProps {
  companyId: number;
  /** Null for a new one. */
  contact: Contact | null;
  onClose: () => void;
}

function ContactDialog({ companyId, contact, onClose }: ContactDialogProps) {
  const { t } = usePortalTexts();
  const note = useNotes();
  const form = useForm(contact === null ? 'createContact' : 'updateContact', {
    contactName: contact?.contactName ?? '',
    emailAddress: contact?.emailAddress ?? '',
    contactType: contact?.contactType ?? TYPES[0],
  });
  useMistakeFocus(form.complaint);
  const submit = async () => {
    const reply = await form.submit((body) =>
      contact === null
        ? ask('/api/v2/Public/Company/Contact', { method: 'POST', body: { ...body, companyId } })
        : ask(contactPath(companyId, contact), {
            method: 'PUT',
            body: { ...body, phoneNumber: contact.phoneNumber },
          }),
    );
    if (reply?.ok !== true) return;
    const name = form.values['contactName'];
    note(t(contact === null ? 'contacts.added' : 'contacts.changed', { name }));
    onClose();
  };
  return (
    <Dialog
      heading={contact === null ? t('contacts.add') : t('contacts.changeOf', { name: contact.contactName })}
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
        data={TYPES.map((value) => ({ value, label: t(`contacts.types.${value}`) }))}
      />
      <FailureNote failure={form.failure} />
    </Dialog>
  );
}
