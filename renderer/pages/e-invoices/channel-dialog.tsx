import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InvoicesOverview, SettingProblem } from '../../../service/e-invoicing/wire.ts';
import type { SettingValues } from '../../api/e-invoices.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Hint } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { ChangeSettings } from './cause.ts';
import type { ChannelForm } from './channels-panel.tsx';

/** Sets where a channel leads to; secrets are entered apart. */
export function ChannelDialog({
  channel: { name, settings: names, secrets },
  settings,
  onChange,
  onClose,
}: {
  channel: ChannelForm;
  settings: InvoicesOverview['settings'];
  onChange: ChangeSettings;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [values, setValues] = useState<SettingValues>(() =>
    Object.fromEntries(names.map((one) => [one, settings[one]])),
  );
  const heading = t(`eInvoices.channel.${name}`);
  return (
    <FormDialog
      heading={heading}
      submit={t('settings.save')}
      send={() => onChange(heading, values)}
      done={t('settings.saved', { name: heading })}
      shown={(failure) => (failure?.fields === undefined ? failure : null)}
      onClose={onClose}
    >
      {(_sent, failure) => (
        <>
          {names.map((one) => {
            const wrong = failure?.fields?.[one] as Exclude<SettingProblem, 'routes'> | undefined;
            return (
              <TextInput
                key={one}
                label={t(`eInvoices.setting.${one}`)}
                description={t(`eInvoices.settingHint.${one}`)}
                autoComplete="off"
                spellCheck={false}
                error={wrong === undefined ? null : t(`eInvoices.wrong.${wrong}`)}
                value={values[one] ?? ''}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setValues((before) => ({ ...before, [one]: value }));
                }}
              />
            );
          })}
          {secrets.length > 0 && <Hint>{t('eInvoices.channels.secretHint')}</Hint>}
        </>
      )}
    </FormDialog>
  );
}
