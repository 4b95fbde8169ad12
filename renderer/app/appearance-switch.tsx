import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { ComputerIcon, MoonIcon, SunIcon } from '../components/icons.tsx';
import { useTexts } from '../i18n/use-texts.ts';
import classes from './switch.module.css';

/** Choose between light, dark, and what the system says. */
export function AppearanceSwitch() {
  const { t } = useTexts();
  // Mantine would suppress transitions by an inline style, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <SegmentedControl
      aria-label={t('page.theme.label')}
      classNames={{ root: classes.segments, label: classes.segment, indicator: classes.indicator }}
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: 'light', label: <Choice icon={<SunIcon />} text={t('page.theme.light')} /> },
        { value: 'dark', label: <Choice icon={<MoonIcon />} text={t('page.theme.dark')} /> },
        { value: 'auto', label: <Choice icon={<ComputerIcon />} text={t('page.theme.system')} /> },
      ]}
    />
  );
}

function Choice({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className={classes.choice} title={text}>
      {icon}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
