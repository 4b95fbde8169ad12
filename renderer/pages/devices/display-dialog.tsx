import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { DeviceAct } from '../../api/devices.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Hint } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDeviceFailure } from './device-failure.ts';

/** Shows a text on the line display. */
export function DisplayDialog({ act, onClose }: { act: DeviceAct; onClose: () => void }) {
  const { t } = useTexts();
  const words = useDeviceFailure();
  const [text, setText] = useState(t('devices.display.example'));
  return (
    <FormDialog
      heading={t('devices.display.begin')}
      submit={t('devices.display.submit')}
      send={() => act('display', { text })}
      done={t('devices.display.done')}
      shown={words}
      onClose={onClose}
    >
      {(_sent, failure) => (
        <>
          <Hint>{t('devices.display.hint')}</Hint>
          <Textarea
            label={t('devices.display.label')}
            rows={2}
            maxLength={200}
            error={failure?.fields?.['text'] === undefined ? null : t('devices.field.text')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
