import { Stack, Text } from '@mantine/core';
import type { PrinterRow } from '../../../service/printing/wire.ts';
import { Mark } from '../../components/mark.tsx';
import type { NoticeTone } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { RightsHelp } from './rights-help.tsx';

/** How a printer is, as the page calls it. */
export function stateOf({ seen, paperLow }: PrinterRow) {
  return seen ?? (paperLow ? 'paperLow' : 'ready');
}

/** Troubles that hold up receipts are red, what should be looked after is amber. */
function toneOf(state: ReturnType<typeof stateOf>): NoticeTone {
  if (state === 'ready') return 'good';
  if (state === 'unasked' || state === 'mute') return 'plain';
  return state === 'paperLow' || state === 'hot' ? 'look' : 'bad';
}

/** The state in one or two words. */
export function PrinterMark({ printer }: { printer: PrinterRow }) {
  const { t } = useTexts();
  const state = stateOf(printer);
  return <Mark tone={toneOf(state)}>{t(`devices.state.${state}`)}</Mark>;
}

/** The state, and what to do. Read aloud when it changes. */
export function PrinterState({ printer }: { printer: PrinterRow }) {
  const { t } = useTexts();
  const state = stateOf(printer);
  return (
    <Stack gap="xs" data-testid="printer-state" data-state={state}>
      <div role="status">
        <PrinterMark printer={printer} />
        {state !== 'ready' && <Text mt="0.375rem">{t(`devices.fix.${state}`)}</Text>}
      </div>
      {state === 'rights' && !printer.port.startsWith('folder:') && <RightsHelp />}
    </Stack>
  );
}
