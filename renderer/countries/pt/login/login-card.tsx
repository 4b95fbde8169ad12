import { useState } from 'react';
import type { PortugalOverview } from '../../../../service/countries/pt/wire.ts';
import { Button } from '../../../components/button.tsx';
import { ButtonRow } from '../../../components/button-row.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Absent, Hint, Line, Part, Present } from '../../../components/part.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { AuthorityDialog } from './authority-dialog.tsx';
import { Certificate } from './certificate.tsx';
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
        {login === null ? (
          <>
            <Absent>{t('portugal.login.none')}</Absent>
            <ButtonRow>
              <Button kind="primary" onClick={() => setAsked('login')}>
                {t('portugal.login.enter')}
              </Button>
            </ButtonRow>
          </>
        ) : (
          <Line>
            <Present>
              <span data-testid="sub-user">{t('portugal.login.as', { user: login.user })}</span>
            </Present>
            <ButtonRow>
              <Button onClick={() => setAsked('login')}>{t('portugal.login.change')}</Button>
              <Button kind="quiet" onClick={() => setAsked('logout')}>
                {t('portugal.login.remove')}
              </Button>
            </ButtonRow>
          </Line>
        )}
        <Hint>{t('portugal.login.wse')}</Hint>
      </Part>
      <Certificate
        heading={t('portugal.certificate.client')}
        hint={t('portugal.certificate.clientHint')}
        row={client}
        today={today}
        onChange={() => setAsked('client')}
      />
      <Certificate
        heading={t('portugal.certificate.authority')}
        hint={t('portugal.certificate.authorityHint')}
        row={authority}
        today={today}
        onChange={() => setAsked('authority')}
      />
      {asked === 'login' && <LoginDialog user={login?.user ?? null} taxId={taxId} act={act} onClose={done} />}
      {asked === 'logout' && <LogoutDialog user={login?.user ?? ''} act={act} onClose={done} />}
      {asked === 'client' && <ClientDialog act={act} onClose={done} />}
      {asked === 'authority' && <AuthorityDialog act={act} onClose={done} />}
    </Panel>
  );
}
