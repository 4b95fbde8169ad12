import { Text } from '@mantine/core';
import { useState } from 'react';
import type { CertificateRow, PortugalOverview } from '../../../../service/countries/pt/wire.ts';
import { Panel } from '../../../components/panel.tsx';
import { Hint, Part } from '../../../components/part.tsx';
import { daysUntil } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Certificate, type CertificateFacts } from '../../parts/certificate.tsx';
import { Login } from '../../parts/login.tsx';
import type { Act } from '../actions.ts';
import { AuthorityDialog } from './authority-dialog.tsx';
import { ClientDialog } from './client-dialog.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { LogoutDialog } from './logout-dialog.tsx';

/** How the till proves to the tax authority who it is. */
export function LoginCard({
  overview: { login, client, authority },
  taxId,
  today,
  act,
}: {
  overview: PortugalOverview;
  /** Tax number of the company. */
  taxId: string;
  today: string;
  act: Act;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<'login' | 'logout' | 'client' | 'authority' | null>(null);
  const done = () => setAsked(null);
  return (
    <Panel heading={t('portugal.login.heading')} intro={t('portugal.login.intro')}>
      <Part heading={t('portugal.login.subUser')}>
        {login === null && <Text c="dimmed">{t('fiscal.login.none')}</Text>}
        <Login
          user={login && <span data-testid="sub-user">{t('fiscal.login.as', { user: login.user })}</span>}
          words={{
            enter: t('fiscal.login.enter'),
            change: t('fiscal.login.change'),
            forget: t('fiscal.login.forget'),
          }}
          variant="filled"
          onEnter={() => setAsked('login')}
          onForget={() => setAsked('logout')}
        />
        <Hint>{t('portugal.login.wse')}</Hint>
      </Part>
      <Certificate
        heading={t('portugal.certificate.client')}
        hint={t('portugal.certificate.clientHint')}
        certificate={factsOf(client, today)}
        onChange={() => setAsked('client')}
      />
      <Certificate
        heading={t('portugal.certificate.authority')}
        hint={t('portugal.certificate.authorityHint')}
        certificate={factsOf(authority, today)}
        onChange={() => setAsked('authority')}
      />
      {asked === 'login' && <LoginDialog user={login?.user ?? null} taxId={taxId} act={act} onClose={done} />}
      {asked === 'logout' && <LogoutDialog user={login?.user ?? ''} act={act} onClose={done} />}
      {asked === 'client' && <ClientDialog act={act} onClose={done} />}
      {asked === 'authority' && <AuthorityDialog act={act} onClose={done} />}
    </Panel>
  );
}

function factsOf(row: CertificateRow | null, today: string): CertificateFacts | null {
  return row && { subject: row.subject, validTill: row.expires, daysLeft: daysUntil(row.expires, today) };
}
