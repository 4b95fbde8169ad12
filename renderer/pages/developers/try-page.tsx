import { Code, Group, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import type { Explained, TryCase, Tried, TryOverview } from '../../../service/integration/wire.ts';
import { askTry, tryOut } from '../../api/developers.ts';
import type { Snapshot } from '../../api/live-status.ts';
import type { Failure } from '../../api/request.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Mark } from '../../components/mark.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Hint, Part } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { laidOut } from './laid-out.ts';
import classes from './side-by-side.module.css';
import { Side, SideBySide } from './side-by-side.tsx';
import { useBothFormats } from './use-both-formats.ts';

/** Requests of the register's country to look at, change, check and send. */
export function TryPage({ heading, rn, snapshot }: { heading: ReactNode; rn: string; snapshot: Snapshot }) {
  const ask = useCallback(() => askTry(rn), [rn]);
  const [loaded, reload] = useReloader(ask, snapshot.status);
  return (
    <LoadedPage heading={heading} snapshot={snapshot} loaded={loaded} reload={reload}>
      {({ maySend, cases }) => (
        <Try
          rn={rn}
          maySend={maySend}
          cases={maySend ? cases : cases.filter(({ route }) => route === 'register')}
          reload={reload}
        />
      )}
    </LoadedPage>
  );
}

/** What came of it: the words of the service, or why there are none. */
type Outcome = { how: 'check' | 'send' } & ({ tried: Tried } | { failure: Failure });

function Try({ rn, maySend, cases, reload }: TryOverview & { rn: string; reload: () => Promise<void> }) {
  const { t, language } = useTexts();
  const [chosen, setChosen] = useState<TryCase | undefined>(cases[0]);
  const [typed, type, put] = useBothFormats(chosen ?? { json: '', xml: '' });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const choose = (name: string) => {
    const one = cases.find((each) => each.name === name);
    if (!one) return;
    setChosen(one);
    put(one);
    setOutcome(null);
  };
  const go = (how: 'check' | 'send') => async () => {
    const text = typed[typed.last];
    const reply = await tryOut(rn, how, { route: chosen?.route ?? 'register', text, lng: language });
    setOutcome(reply.ok ? { how, tried: reply.value } : { how, failure: reply.failure });
    await reload();
  };
  return (
    <>
      <Panel heading={t('developers.try.heading')} intro={t('developers.try.intro')}>
        {!maySend && (
          <Notice tone="plain">
            <p>{t('developers.try.counts')}</p>
          </Notice>
        )}
        <NativeSelect
          label={t('developers.try.case')}
          maw="24rem"
          value={chosen?.name ?? ''}
          data={cases.map(({ name }) => ({ value: name, label: caseName(t, name) }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <SideBySide>
          {(['json', 'xml'] as const).map((format) => (
            <Textarea
              key={format}
              className={classes.part ?? ''}
              classNames={{ input: classes.typed ?? '' }}
              label={format.toUpperCase()}
              rows={16}
              spellCheck={false}
              autoComplete="off"
              value={typed[format]}
              error={typed.last === format ? typed.problem : null}
              onChange={(event) => type(format, event.currentTarget.value)}
            />
          ))}
        </SideBySide>
        <Group>
          <ActionButton
            variant={maySend ? 'default' : 'filled'}
            onAction={go('check')}
            blocked={chosen?.route === 'void'}
          >
            {t('developers.try.check')}
          </ActionButton>
          {maySend && (
            <ActionButton variant="filled" onAction={go('send')}>
              {t('developers.try.send', { route: chosen?.route === 'void' ? '/register/void' : '/register' })}
            </ActionButton>
          )}
        </Group>
        <Hint>{t(maySend ? 'developers.try.practice' : 'developers.try.checkHint')}</Hint>
      </Panel>
      {outcome !== null && <Answer outcome={outcome} />}
    </>
  );
}

function Answer({ outcome }: { outcome: Outcome }) {
  const { t } = useTexts();
  if ('failure' in outcome) return <FailureNote failure={outcome.failure} />;
  const { how, tried } = outcome;
  const good = tried.status === 200;
  return (
    <Panel heading={t('developers.try.answer')}>
      <Group role="status" data-testid="outcome">
        <Mark tone={good ? 'good' : tried.status === 406 ? 'look' : 'bad'}>
          {t(`developers.try.came.${how}.${good ? 'good' : 'bad'}`)}
        </Mark>
        <Text span>HTTP {tried.status}</Text>
      </Group>
      {tried.explained.length > 0 && (
        <Part heading={t('developers.try.explained')}>
          <List listStyleType="none" spacing="sm">
            {tried.explained.map((one, at) => (
              <List.Item key={at}>
                <Explanation one={one} />
              </List.Item>
            ))}
          </List>
        </Part>
      )}
      <SideBySide>
        <Side heading={t('developers.try.asJson')} text={laidOut(tried.json)} missing="" />
        <Side heading={t('developers.try.asXml')} text={laidOut(tried.xml)} missing="" />
      </SideBySide>
    </Panel>
  );
}

function Explanation({ one: { code, path, text, meaning, fix, operator } }: { one: Explained }) {
  const { t } = useTexts();
  return (
    <Stack gap="0.125rem" data-testid="explained">
      <Group gap="xs">
        {code !== '' && <Code>{code}</Code>}
        {path !== '' && <code>{path}</code>}
      </Group>
      <span lang="en">{[meaning, text].filter(Boolean).join(' ')}</span>
      {fix !== null && (
        <span>
          <strong>{t('developers.try.fix')}</strong> <span lang="en">{fix}</span>
        </span>
      )}
      {operator !== null && (
        <span>
          <strong>{t('developers.try.operator')}</strong> {operator}
        </span>
      )}
    </Stack>
  );
}

const CASES = [
  ...([
    'sale',
    'rates',
    'discount',
    'customer',
    'voucher',
    'return',
    'void',
    'training',
    'payin',
    'day',
  ] as const),
  ...(['wrongSum', 'wrongTax', 'missing'] as const),
];

/** Words for a case; a country's own that has none here shows its name. */
function caseName(t: ReturnType<typeof useTexts>['t'], name: string): string {
  const known = CASES.find((one) => one === name);
  return known === undefined ? name : t(`developers.try.cases.${known}`);
}
