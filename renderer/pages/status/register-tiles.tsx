import { Button } from '@mantine/core';
import type { RegisterName } from '../../../service/wire.ts';
import { toneSigns } from '../../app/tone-signs.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './register-tiles.module.css';

/** All registers of the service at a glance; one of them is shown, and remembered on this device. */
export function RegisterTiles({
  registers,
  rn,
  onChoose,
}: {
  registers: readonly RegisterName[];
  /** The one that is shown. */
  rn: string;
  onChoose: (rn: string) => void;
}) {
  const { t } = useTexts();
  return (
    <section aria-label={t('page.register.all')}>
      <ul className={classes.tiles}>
        {registers.map((register) => (
          <li key={register.rn}>
            <Button
              fullWidth
              h="100%"
              className={classes.tile}
              aria-pressed={register.rn === rn}
              leftSection={toneSigns[register.ready ? 'ready' : 'stop']}
              onClick={() => onChoose(register.rn)}
            >
              <span className={classes.words}>
                <span className={classes.name}>{register.rn}</span>
                <span className={classes.state}>
                  {t(register.ready ? 'page.register.optionReady' : 'page.register.optionNotReady')}
                  {register.company === null ? '' : ` · ${register.company}`}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
