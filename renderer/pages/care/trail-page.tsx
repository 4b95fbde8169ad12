import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { TrailEntry, TrailPart } from '../../../service/trail/wire.ts';
import type { RegisterName } from '../../../service/wire.ts';
import { askTrail, trailCsvUrl, type TrailQuestion } from '../../api/care.ts';
import { useAction } from '../../api/use-action.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FieldRow } from '../../components/field-row.tsx';
import { DownloadIcon } from '../../components/icons.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { CareProps } from './care-props.ts';
import { TrailTable } from './trail-table.tsx';
import { WHATS } from './trail-words.ts';

const NOTHING: TrailQuestion = { from: '', till: '', what: '', text: '' };

/** Who did what, when and from where. */
export function TrailPage({ heading, snapshot }: CareProps) {
  const [question, setQuestion] = useState(NOTHING);
  const ask = useCallback(() => askTrail(question), [question]);
  // The reloader of a question knows nothing yet: what was found before stays in sight meanwhile.
  const [loaded, reload] = useReloader(ask, snapshot.status);
  const [last, setLast] = useState<TrailPart | null>(null);
  if (loaded.value !== null && loaded.value !== last) setLast(loaded.value);
  return (
    <LoadedPage
      heading={heading}
      snapshot={snapshot}
      loaded={{ value: loaded.value ?? last, failure: loaded.failure }}
      reload={reload}
    >
      {(part) => (
        <Trail
          part={part}
          isOfQuestion={part === loaded.value}
          question={question}
          onAsk={setQuestion}
          failure={loaded.failure}
          registers={snapshot.status?.registers ?? []}
        />
      )}
    </LoadedPage>
  );
}

function Trail({
  part,
  isOfQuestion,
  question,
  failure,
  onAsk,
  registers,
}: {
  part: TrailPart;
  /** Else what is asked for now is still on its way. */
  isOfQuestion: boolean;
  question: TrailQuestion;
  failure: Parameters<typeof FailureNote>[0]['failure'];
  onAsk: (question: TrailQuestion) => void;
  registers: readonly RegisterName[];
}) {
  const { t } = useTexts();
  const action = useAction();
  // Older ones that were asked for by hand, behind those of the first page.
  const [older, setOlder] = useState<{ of: TrailPart; entries: TrailEntry[]; before: number | null } | null>(
    null,
  );
  const isOf = older?.of === part;
  const entries = isOf ? [...part.entries, ...older.entries] : part.entries;
  const before = isOf ? older.before : part.before;
  const more = async () => {
    const reply = await action.run(() => askTrail(question, before ?? undefined));
    if (!reply.ok) return;
    const known = isOf ? older.entries : [];
    // Behind the part that they were asked for; while another one is shown they are not.
    setOlder({ of: part, entries: [...known, ...reply.value.entries], before: reply.value.before });
  };
  const set = (change: Partial<TrailQuestion>) => onAsk({ ...question, ...change });
  return (
    <Panel heading={t('care.trail.heading')} intro={t('care.trail.intro')}>
      {part.damages.length > 0 ? (
        <Notice tone="bad" role="alert" title={t('care.trail.damaged')}>
          {part.damages.map(({ kind, n }) => (
            <p key={`${kind} ${n}`}>{t(`care.trail.damage.${kind}`, { n })}</p>
          ))}
        </Notice>
      ) : (
        <Notice tone="good">
          <p>{t('care.trail.whole', { count: part.total })}</p>
        </Notice>
      )}
      <FieldRow least="11rem">
        <TextInput
          type="date"
          label={t('care.trail.from')}
          value={question.from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('care.trail.till')}
          value={question.till}
          onChange={(event) => set({ till: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('care.trail.kind')}
          value={question.what}
          onChange={(event) => set({ what: event.currentTarget.value })}
          data={[
            { value: '', label: t('care.trail.all') },
            ...WHATS.map((what) => ({ value: what, label: t(`care.trail.what.${what}`) })),
          ]}
        />
        <TextInput
          type="search"
          label={t('care.trail.text')}
          maxLength={200}
          value={question.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      </FieldRow>
      <Group gap="xs">
        <Button
          component="a"
          href={trailCsvUrl(question)}
          download="audit-trail.csv"
          leftSection={<DownloadIcon />}
        >
          {t('care.trail.csv')}
        </Button>
        {JSON.stringify(question) !== JSON.stringify(NOTHING) && (
          <Button variant="subtle" onClick={() => onAsk(NOTHING)}>
            {t('care.trail.reset')}
          </Button>
        )}
      </Group>
      <FailureNote failure={action.failure ?? failure} />
      {entries.length === 0 ? (
        <Text c="dimmed">{t(part.total === 0 ? 'care.trail.none' : 'care.trail.noneFits')}</Text>
      ) : (
        <TrailTable entries={entries} registers={registers} />
      )}
      {before !== null && (
        <div>
          <ActionButton blocked={!isOfQuestion} onAction={more}>
            {t('care.trail.more')}
          </ActionButton>
        </div>
      )}
    </Panel>
  );
}
