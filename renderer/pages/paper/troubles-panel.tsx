import { Anchor, Group, Switch, Text } from '@mantine/core';
import type { PaperChange, PaperOverview, PaperTrouble } from '../../../service/demo/wire.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import type { Reply } from '../../api/request.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useConnected } from '../../components/connected.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './paper.module.css';

const TROUBLES: readonly PaperTrouble[] = ['paper', 'nearEnd', 'cover', 'jam', 'power', 'cable', 'slow'];

/** What can happen to a printer, as switches. */
export function TroublesPanel({
  overview: { troubles, drawerOpen, sheets, isFiscal },
  change,
  discard,
  print,
}: {
  overview: PaperOverview;
  change: (wanted: PaperChange) => Promise<Reply<unknown>>;
  discard: () => Promise<Reply<unknown>>;
  /** Prints the last receipt again; null before there is one. */
  print: (() => Promise<Reply<unknown>>) | null;
}) {
  const { t } = useTexts();
  const action = useAction();
  const note = useNotes();
  const connected = useConnected();
  const again = async () => {
    const reply = await action.run(print!);
    if (reply.ok) note(t('paper.ordered'));
  };
  return (
    <Panel heading={t('paper.printer')} intro={t('paper.intro')} className={classes.troubles}>
      <FailureNote failure={action.failure} />
      <Group gap="xs">
        {print !== null && <ActionButton onAction={again}>{t('paper.again')}</ActionButton>}
        {sheets.some(({ isCut }) => isCut) && (
          <ActionButton onAction={() => action.run(discard)}>{t('paper.discard')}</ActionButton>
        )}
      </Group>
      {TROUBLES.filter((what) => troubles[what] !== undefined).map((what) => (
        <Switch
          key={what}
          label={t(`paper.trouble.${what}.name`)}
          description={isFiscal ? t('paper.stops') : t(`paper.trouble.${what}.hint`)}
          checked={troubles[what] === true}
          disabled={!connected}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            void action.run(() => change({ what, on }));
          }}
        />
      ))}
      {drawerOpen && (
        <Group gap="xs">
          <Text role="status">{t('paper.drawerOpen')}</Text>
          <ActionButton onAction={() => action.run(() => change({ what: 'drawer', on: false }))}>
            {t('paper.closeDrawer')}
          </ActionButton>
        </Group>
      )}
      <Anchor href={PAGE_HASH.devices} w="fit-content">
        {t('paper.devices')}
      </Anchor>
    </Panel>
  );
}
