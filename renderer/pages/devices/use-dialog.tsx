import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DeviceActions, ModelRow } from '../../../service/printing/wire.ts';
import type { DeviceAct } from '../../api/devices.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Hint } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ScopeField, type Scope } from './scope-field.tsx';

/** What a printer is set up with; what is empty is entered. */
export type Proposal = Omit<DeviceActions['use'], 'scope'>;

/** Nothing is known yet. */
export const HAND: Proposal = { model: '', port: '', paper: '80' };

/** Sets the printer of the register, or of all, and prints a test page on it. */
export function UseDialog({
  proposal,
  models,
  hasOthers,
  rn,
  act,
  onClose,
}: {
  proposal: Proposal;
  /** Fiscal printers print no test page. */
  models: readonly ModelRow[];
  hasOthers: boolean;
  rn: string;
  act: DeviceAct;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [port, setPort] = useState(proposal.port);
  const proposed = models.find(({ name }) => name === proposal.model) ?? models[0];
  const [model, setModel] = useState(proposed?.name ?? '');
  const isFiscal = models.some(({ name, isFiscal: is }) => name === model && is);
  const [paper, setPaper] = useState(proposal.paper);
  const [scope, setScope] = useState<Scope>(hasOthers ? 'register' : 'all');
  return (
    <FormDialog
      heading={t('devices.use.heading')}
      submit={t(isFiscal ? 'devices.use.heading' : 'devices.use.submit')}
      check={() => port.trim() !== ''}
      send={() => act('use', { model, port, paper, scope })}
      done={t(isFiscal ? 'devices.fiscal.done' : 'devices.use.done')}
      shown={(failure) => (failure?.fields?.['port'] === undefined ? failure : null)}
      onClose={onClose}
    >
      {(sent, failure) => (
        <>
          <TextInput
            label={t('devices.printer.port')}
            description={t('devices.use.portHint')}
            autoComplete="off"
            spellCheck={false}
            error={
              (sent && port.trim() === '') || failure?.fields?.['port'] !== undefined
                ? t('devices.field.address')
                : null
            }
            value={port}
            onChange={(event) => setPort(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('devices.printer.model')}
            description={t('devices.use.modelHint')}
            data={models.map(({ name, title }) => ({ value: name, label: title }))}
            value={model}
            onChange={(event) => setModel(event.currentTarget.value)}
          />
          {!isFiscal && (
            <NativeSelect
              label={t('devices.printer.paper')}
              data={(['80', '58'] as const).map((width) => ({
                value: width,
                label: t('devices.printer.mm', { width }),
              }))}
              value={paper}
              onChange={(event) => setPaper(event.currentTarget.value as '58' | '80')}
            />
          )}
          {hasOthers && <ScopeField rn={rn} value={scope} onChange={setScope} />}
          {!isFiscal && <Hint>{t('devices.use.hint')}</Hint>}
        </>
      )}
    </FormDialog>
  );
}
