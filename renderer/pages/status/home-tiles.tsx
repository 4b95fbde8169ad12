import { Paper } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import type { ControlStatus } from '../../../service/wire.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { type NoticeTone, noticeSigns } from '../../components/notice.tsx';
import { formatCount, formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './home-tiles.module.css';

/** Of the way to the portal, as a cashier sees it: offline ends by itself. */
const GOOD = new Set(['online', 'alone', 'connecting', 'offline']);

/** What a cashier looks at beside the state: the day, the way out, the printer. In letters to be read from afar. */
export function HomeTiles({ status }: { status: ControlStatus }) {
  return (
    <div className={classes.tiles}>
      <TodayTile today={status.today} />
      <ConnectionTile status={status} />
      <PrinterTile status={status} />
    </div>
  );
}

function TodayTile({ today }: { today: ControlStatus['today'] }) {
  const { t, locale } = useTexts();
  if (today === null) return null;
  const { turnover, currency, count, closing } = today;
  const figure = formatMoney(turnover, currency, locale);
  return (
    <Tile heading={t('page.today.heading')} href={PAGE_HASH.day}>
      <p
        className={classes.figure}
        style={{ '--letters': figure.length } as CSSProperties}
        data-testid="turnover"
      >
        {figure}
      </p>
      <p>
        <span data-testid="count">{formatCount(count, locale)}</span> {t('page.today.receipts', { count })}
      </p>
      {closing !== null && (
        <p>{t(closing.isOpen ? 'page.today.open' : 'page.today.closed', { number: closing.number })}</p>
      )}
    </Tile>
  );
}

function ConnectionTile({ status: { portal, queues } }: { status: ControlStatus }) {
  const { t, locale } = useTexts();
  const waiting = queues.retry;
  return (
    <Tile heading={t('page.connection.heading')}>
      {waiting !== null && (
        <Line tone={waiting > 0 ? 'look' : 'good'}>
          {waiting > 0
            ? t('page.connection.tileWaits', { number: formatCount(waiting, locale) })
            : t('page.connection.tileTold')}
        </Line>
      )}
      <Line tone={GOOD.has(portal.state) ? (portal.state === 'online' ? 'good' : 'plain') : 'look'}>
        {t(`page.connection.state.${portal.state}`)}
      </Line>
      {portal.state !== 'alone' && queues.recorder > 0 && (
        <p>{t('page.connection.tileQueue', { number: formatCount(queues.recorder, locale) })}</p>
      )}
    </Tile>
  );
}

function PrinterTile({ status: { printer, problems } }: { status: ControlStatus }) {
  const { t } = useTexts();
  const isSet = printer.state === 'set';
  const isWrong = problems.some(({ code }) => /^PRINT(?:ER)?_/.test(code));
  return (
    <Tile heading={t('page.equipment.printer')} href={PAGE_HASH.devices}>
      <Line tone={isWrong ? 'bad' : isSet ? 'good' : 'plain'}>
        {t(
          isWrong
            ? 'page.equipment.tileWrong'
            : isSet
              ? 'page.equipment.tileGood'
              : 'page.equipment.tileNone',
        )}
      </Line>
      {isSet && <p>{printer.model}</p>}
    </Tile>
  );
}

/** A state in words, with a sign and a colour that say the same. */
function Line({ tone, children }: { tone: NoticeTone; children: ReactNode }) {
  return (
    <p className={classes.line} data-tone={tone}>
      <span className={classes.sign} aria-hidden="true">
        {noticeSigns[tone]}
      </span>
      <span>{children}</span>
    </p>
  );
}

/** The whole of it leads to where there is more, for fingers. */
function Tile({ heading, href, children }: { heading: string; href?: string; children: ReactNode }) {
  return (
    <Paper component="section" className={classes.tile}>
      <h2 className={classes.heading}>{href === undefined ? heading : <a href={href}>{heading}</a>}</h2>
      {children}
    </Paper>
  );
}
