import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ChannelName, DeliverySystem, InvoicesOverview } from '../../../service/e-invoicing/wire.ts';
import type { Reply } from '../../api/request.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { nameProblem } from './system-name.ts';

/** A system without what is the matter with it. */
type Plain = Pick<DeliverySystem, 'system' | 'channel' | 'form'>;

const CHANNELS = ['mail', 'access-point', 'folder'] as const satisfies ChannelName[];
/** Access points take XML alone. */
const PDF_FORM = 'factur-x';

/** Adds a delivery system, or changes one. */
export function SystemDialog({
  before,
  overview: { systems, forms },
  onSave,
  onClose,
}: {
  /** Null for a new one. */
  before: DeliverySystem | null;
  overview: InvoicesOverview;
  onSave: (system: Plain) => Promise<Reply<unknown>>;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [name, setName] = useState(before?.system ?? '');
  const [channel, setChannel] = useState<ChannelName>(before?.channel ?? 'mail');
  const [form, setForm] = useState(before?.form ?? 'ubl');
  const offered = forms.filter((one) => channel !== 'access-point' || one !== PDF_FORM);
  const chosen = offered.includes(form) ? form : (offered[0] ?? form);
  const others = systems.filter((one) => one !== before).map((one) => one.system);
  const system = name.trim().toUpperCase();
  const problem = nameProblem(system, others);
  return (
    <FormDialog
      heading={t(before === null ? 'eInvoices.ways.addHeading' : 'eInvoices.ways.changeHeading', {
        system: before?.system ?? '',
      })}
      submit={t('settings.save')}
      check={() => problem === null}
      send={() => onSave({ system, channel, form: chosen })}
      done={t('settings.saved', { name: system })}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <TextInput
            label={t('eInvoices.ways.name')}
            description={t('eInvoices.ways.nameHint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            error={sent && problem !== null ? t(`eInvoices.ways.nameWrong.${problem}`) : null}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('eInvoices.ways.channel')}
            data={CHANNELS.map((value) => ({ value, label: t(`eInvoices.channel.${value}`) }))}
            value={channel}
            onChange={(event) => setChannel(event.currentTarget.value as ChannelName)}
          />
          <NativeSelect
            label={t('eInvoices.ways.form')}
            description={t('eInvoices.ways.formHint')}
            data={offered}
            value={chosen}
            onChange={(event) => setForm(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
