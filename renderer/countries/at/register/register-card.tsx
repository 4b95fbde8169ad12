import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { Fact, Facts } from '../../../components/card.tsx';
import { CopyCode } from '../../../components/copy-code.tsx';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Notice, type NoticeTone } from '../../../components/notice.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { Hint } from '../../../components/part.tsx';
import { formatMoment } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { EnterKeyDialog } from './enter-key-dialog.tsx';
import { ShowKeyDialog } from './show-key-dialog.tsx';

const TONES: Record<AustriaOverview['state'], NoticeTone> = {
  new: 'plain',
  running: 'good',
  outage: 'look',
  closed: 'plain',
};

/** The register as the law sees it: its name, whether it is in operation, and its key. */
export function RegisterCard({
  overview: { state, start, outage, closed, keyCheck, keyPresent },
  registerId,
  act,
}: {
  overview: AustriaOverview;
  registerId: string;
  act: Act;
}) {
  const { t, locale } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [asked, setAsked] = useState<'show' | 'enter' | null>(null);
  const since = closed ?? outage?.since ?? start?.time ?? null;
  const isMissing = !keyPresent && state !== 'closed';
  const makeZero = async () => {
    const reply = await action.run(() => act('zero', {}));
    if (reply.ok) note(t('austria.register.zeroDone'));
  };
  return (
    <Panel heading={t('austria.register.heading')}>
      <Facts>
        <Fact name={t('austria.register.id')}>
          <CopyCode text={registerId} name={t('austria.register.id')} />
        </Fact>
        <Fact
          name={t('austria.register.state')}
          {...(since !== null && {
            remark: t('austria.register.since', { time: formatMoment(since, locale) }),
          })}
        >
          <Mark tone={TONES[state]}>{t(`austria.register.states.${state}`)}</Mark>
        </Fact>
        <Fact
          name={t('austria.register.key')}
          {...(keyCheck !== null && { remark: t('austria.register.keyCheck', { check: keyCheck }) })}
        >
          <Mark tone={keyPresent ? 'good' : isMissing ? 'bad' : 'plain'}>
            {t(keyPresent ? 'austria.register.keyPresent' : 'austria.register.keyMissing')}
          </Mark>
        </Fact>
      </Facts>
      {isMissing && (
        <Notice tone="bad">
          <p>{t('austria.register.keyMissingFix')}</p>
        </Notice>
      )}
      <Group gap="xs">
        {isMissing && (
          <Button variant="filled" onClick={() => setAsked('enter')}>
            {t('austria.key.enter')}
          </Button>
        )}
        {keyPresent && <Button onClick={() => setAsked('show')}>{t('austria.key.show')}</Button>}
        {state !== 'closed' && <ActionButton onAction={makeZero}>{t('austria.register.zero')}</ActionButton>}
      </Group>
      {state !== 'closed' && <Hint>{t('austria.register.zeroHint')}</Hint>}
      <FailureNote failure={action.failure} />
      {asked === 'show' && (
        <ShowKeyDialog registerId={registerId} keyExists act={act} onClose={() => setAsked(null)} />
      )}
      {asked === 'enter' && (
        <EnterKeyDialog registerId={registerId} check={keyCheck} act={act} onClose={() => setAsked(null)} />
      )}
    </Panel>
  );
}
