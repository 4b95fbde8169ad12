import { Text } from '@mantine/core';
import type { PaperSheet } from '../../../service/demo/wire.ts';
import { pictureOf } from '../../api/paper.ts';
import { Mark } from '../../components/mark.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './paper.module.css';

/** Pieces of paper, the newest first. */
export function Sheets({ sheets }: { sheets: readonly PaperSheet[] }) {
  const { t } = useTexts();
  if (sheets.length === 0) return <Text c="dimmed">{t('paper.none')}</Text>;
  return (
    <ul className={classes.sheets}>
      {sheets.map(({ number, isCut, width, height, text }) => (
        <li key={number} data-testid="sheet" data-number={number} data-cut={isCut}>
          <figure className={classes.figure}>
            <figcaption className={classes.caption}>
              {t('paper.number', { number })}
              {!isCut && <Mark tone="plain">{t('paper.hangs')}</Mark>}
            </figcaption>
            <div className={classes.paper}>
              <img src={pictureOf(number, height)} alt={text} width={width} height={height} />
            </div>
          </figure>
        </li>
      ))}
    </ul>
  );
}
