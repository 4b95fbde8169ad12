import { NativeSelect } from '@mantine/core';
import type { RegisterName } from '../../service/wire.ts';
import classes from '../app/switch.module.css';
import { useTexts } from '../i18n/use-texts.ts';

/** Choose the register to look at. Shown where there is a choice. */
export function RegisterPicker({
  registers,
  rn,
  onChoose,
}: {
  registers: RegisterName[];
  rn: string;
  onChoose: (rn: string) => void;
}) {
  const { t } = useTexts();
  return (
    <NativeSelect
      aria-label={t('page.register.pick')}
      classNames={{ input: classes.input }}
      data={registers.map((register) => {
        const name = register.company === null ? register.rn : `${register.company} · ${register.rn}`;
        const state = t(register.ready ? 'page.register.optionReady' : 'page.register.optionNotReady');
        return { value: register.rn, label: `${register.ready ? '✓' : '✕'} ${name} – ${state}` };
      })}
      value={rn}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
