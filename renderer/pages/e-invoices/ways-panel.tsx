import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { InvoicesOverview } from '../../../service/e-invoicing/wire.ts';
import { enterSecret } from '../../api/e-invoices.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Mark } from '../../components/mark.tsx';
import { Panel } from '../../components/panel.tsx';
import { Line, Part, Soft } from '../../components/part.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

type SecretName = keyof InvoicesOverview['secrets'];
const SECRETS = ['access-point', 'access-point-test', 'mail'] as const;

/** The delivery systems and whether they can be used, and the secrets of their channels. */
export function WaysPanel({
  overview: { systems, secrets },
  reload,
}: {
  overview: InvoicesOverview;
  reload: () => Promise<void>;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<SecretName | null>(null);
  const [system, channel] = [t('eInvoices.ways.system'), t('eInvoices.ways.channel')];
  const [live, test] = [t('eInvoices.ways.live'), t('eInvoices.ways.test')];
  return (
    <Panel heading={t('eInvoices.ways.heading')} intro={t('eInvoices.ways.intro')}>
      {systems.length === 0 && <p>{t('eInvoices.ways.none')}</p>}
      {systems.length > 0 && (
        <WideTable caption={t('eInvoices.ways.heading')} columns={[system, channel, live, test]}>
          {systems.map((way) => (
            <Row key={way.system} data-testid="way">
              <Cell label={system}>
                <Text span fw={600}>
                  {way.system}
                </Text>
              </Cell>
              <Cell label={channel}>
                {way.channel} · {way.form}
              </Cell>
              <Cell label={live}>
                <SetUp problem={way.problem} />
              </Cell>
              <Cell label={test}>
                <SetUp problem={way.testProblem} />
              </Cell>
            </Row>
          ))}
        </WideTable>
      )}
      <Anchor href={PAGE_HASH.settings}>{t('eInvoices.ways.settings')}</Anchor>
      <Part heading={t('eInvoices.secret.heading')}>
        {SECRETS.map((name) => (
          <Line key={name}>
            <Group gap="xs">
              {t(`eInvoices.secret.${name}`)}
              <Mark tone={secrets[name] ? 'good' : 'plain'}>
                {t(secrets[name] ? 'eInvoices.secret.there' : 'eInvoices.secret.missing')}
              </Mark>
            </Group>
            <Button
              onClick={() => setAsked(name)}
              aria-label={t('eInvoices.secret.setOf', { name: t(`eInvoices.secret.${name}`) })}
            >
              {t('eInvoices.secret.set')}
            </Button>
          </Line>
        ))}
      </Part>
      {asked !== null && <SecretDialog name={asked} reload={reload} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function SetUp({ problem }: { problem: string | null }) {
  const { t } = useTexts();
  return (
    <>
      <Mark tone={problem === null ? 'good' : 'plain'}>
        {t(problem === null ? 'eInvoices.ways.good' : 'eInvoices.ways.bad')}
      </Mark>
      {problem !== null && <Soft>{problem}</Soft>}
    </>
  );
}

function SecretDialog({
  name,
  reload,
  onClose,
}: {
  name: SecretName;
  reload: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [secret, setSecret] = useState('');
  const send = async () => {
    const reply = await enterSecret(name, secret);
    await reload();
    return reply;
  };
  return (
    <FormDialog
      heading={t(`eInvoices.secret.${name}`)}
      submit={t('eInvoices.secret.submit')}
      send={send}
      done={t('eInvoices.secret.done')}
      onClose={onClose}
    >
      {() => (
        <PasswordField
          label={t('eInvoices.secret.label')}
          description={t('eInvoices.secret.hint')}
          error={null}
          value={secret}
          onChange={setSecret}
        />
      )}
    </FormDialog>
  );
}
