import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FailureNote } from '../../components/failure-note.tsx';
import { FieldRow } from '../../components/field-row.tsx';
import { useNotes } from '../../components/notes.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatTime } from '../../format/date.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { CareProps } from './care-props.ts';
import { type Level, LEVELS, wantedLines } from './log-lines.ts';
import classes from './log-page.module.css';
import { useLog } from './use-log.ts';

/** Lines that are shown: what is read is at the end. */
const MOST_SHOWN = 500;

/** The log as it is written. */
export function LogPage({ heading, snapshot }: CareProps) {
  const { t, locale } = useTexts();
  const note = useNotes();
  const [isFollowed, setFollowed] = useState(true);
  const [level, setLevel] = useState<Level>('info');
  const [text, setText] = useState('');
  const { lines, missed, failure } = useLog(isFollowed);
  const wanted = wantedLines(lines, level, text);
  const shown = wanted.slice(-MOST_SHOWN).reverse();
  const time = (at: number | null) => (at === null ? '' : formatTime(at, locale));
  const copy = async () => {
    const all = wanted.map((line) => `${time(line.at)} ${line.level} ${line.text}`).join('\n');
    const isCopied = await navigator.clipboard.writeText(all).then(
      () => true,
      () => false,
    );
    note(t(isCopied ? 'care.log.copied' : 'fiscal.copy.failed', { count: wanted.length }));
  };
  return (
    <PageFrame heading={heading} snapshot={snapshot}>
      <Panel heading={t('care.log.heading')} intro={t('care.log.intro')}>
        <FieldRow align="end">
          <NativeSelect
            label={t('care.log.level')}
            value={level}
            onChange={(event) => setLevel(event.currentTarget.value as Level)}
            data={LEVELS.map((value) => ({ value, label: t(`care.log.levels.${value}`) }))}
          />
          <TextInput
            type="search"
            label={t('care.log.text')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </FieldRow>
        <Group gap="xs">
          <Button aria-pressed={!isFollowed} onClick={() => setFollowed(!isFollowed)}>
            {t(isFollowed ? 'care.log.pause' : 'care.log.follow')}
          </Button>
          <Button onClick={() => void copy()}>{t('care.log.copy')}</Button>
          <Text c="dimmed" role="status">
            {t(isFollowed ? 'care.log.following' : 'care.log.paused')}
          </Text>
        </Group>
        <FailureNote failure={failure} />
        {missed > 0 && <Text c="dimmed">{t('care.log.missed', { count: missed })}</Text>}
        {shown.length === 0 ? (
          <Text c="dimmed">{t(lines.length === 0 ? 'care.log.none' : 'care.log.noneFits')}</Text>
        ) : (
          <ol className={classes.lines} tabIndex={0} aria-label={t('care.log.lines')} data-testid="log">
            {shown.map((line) => (
              <li key={line.number} className={classes.line} data-level={line.level}>
                <span className={classes.time}>{time(line.at)}</span>
                <span className={classes.level}>{t(`care.log.level1.${line.level}`)}</span>
                <span className={classes.text}>{line.text}</span>
              </li>
            ))}
          </ol>
        )}
        {wanted.length > MOST_SHOWN && (
          <Text c="dimmed">{t('care.log.newest', { shown: MOST_SHOWN, all: wanted.length })}</Text>
        )}
      </Panel>
    </PageFrame>
  );
}
