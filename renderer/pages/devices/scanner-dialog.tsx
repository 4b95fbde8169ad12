import { Button, Code, List, Stack, Text, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { DeviceResult } from '../../../service/printing/wire.ts';
import type { DeviceAct } from '../../api/devices.ts';
import { useEvery } from '../../api/use-every.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Hint, Part } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** The service is asked this often what was read, ms. */
const ASK_MS = 1000;

/** Shows what a scanner reads: one that types as a keyboard does, or one in HID-POS mode at an address. */
export function ScannerDialog({ port, act, onClose }: { port: string; act: DeviceAct; onClose: () => void }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [address, setAddress] = useState(port);
  const [watched, setWatched] = useState(port === '' ? null : port);
  const [look, setLook] = useState<DeviceResult | null>(null);
  const [isWrong, setWrong] = useState(false);
  const ask = useCallback(async () => {
    if (watched === null) return;
    const reply = await act('scans', { port: watched });
    if (reply.ok) setLook(reply.value.result);
    else if (reply.failure.fields?.['port'] !== undefined) {
      setWrong(true);
      setWatched(null);
    }
  }, [act, watched]);
  useEvery(watched === null ? null : ASK_MS, ask);
  const begin = () => {
    setWrong(address.trim() === '');
    setLook(null);
    setWatched(address.trim() === '' ? null : address.trim());
  };
  const fault = look?.fault ?? null;
  return (
    <Dialog
      heading={t('devices.scanner.heading')}
      submit={t('devices.scanner.close')}
      onSubmit={onClose}
      onClose={onClose}
    >
      <TextInput
        label={t('devices.scanner.typed')}
        description={t('devices.scanner.typedHint')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // A scanner ends what it types with Enter, which must not close this.
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            event.currentTarget.select();
          }
        }}
      />
      <Part heading={t('devices.scanner.posMode')}>
        <TextInput
          label={t('devices.printer.port')}
          description={t('devices.scanner.portHint')}
          autoComplete="off"
          spellCheck={false}
          error={isWrong ? t('devices.scanner.wrong') : null}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              begin();
            }
          }}
        />
        <div>
          <Button onClick={begin}>{t('devices.scanner.watch')}</Button>
        </div>
        <Stack gap="xs" role="status" data-testid="scans">
          {watched !== null && fault === null && (look?.scans ?? []).length === 0 && (
            <Hint>{t('devices.scanner.waiting')}</Hint>
          )}
          {fault !== null && (
            <Notice tone="bad" title={t(`devices.state.${fault}`)}>
              <p>{t(fault === 'unsupported' ? 'devices.scanner.keyboardMode' : `devices.fix.${fault}`)}</p>
            </Notice>
          )}
          {(look?.scans ?? []).length > 0 && (
            <List>
              {(look?.scans ?? []).map(({ text, aim }, i) => (
                // Codes are not told apart: the same one may be read twice.
                <List.Item key={i}>
                  <Code>{text}</Code>{' '}
                  <Text span size="sm" c="dimmed">
                    {aim}
                  </Text>
                </List.Item>
              ))}
            </List>
          )}
        </Stack>
      </Part>
    </Dialog>
  );
}
