import { lazy, Suspense } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Placeholder } from '../../components/placeholder.tsx';
import { entityHash, type Place } from '../api/route.ts';
import { useSession } from '../api/session.ts';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import { AccountPage } from './account/account-page.tsx';
import { EntityPage } from './entity/entity-page.tsx';
import { HomePage } from './home-page.tsx';
import { NotificationsPage } from './notifications/notifications-page.tsx';
import { PageTitle } from './page-title.tsx';
import { RegisterPage } from './registers/register-page.tsx';

// What draws QR codes is half as large as all other pages together.
const ReceiptPage = lazy(async () => ({ default: (await import('./archive/receipt-page.tsx')).ReceiptPage }));

/** The page that the address asks for. */
export function Pages({ place }: { place: Place }) {
  const { grants } = useSession();
  const [only] = grants;
  switch (place.page) {
    case 'account':
      return <AccountPage />;
    case 'notifications':
      return <NotificationsPage />;
    case 'entity':
      return <EntityPage key={entityHash(place.kind, place.id)} {...place} />;
    case 'register':
      return <RegisterPage key={`${place.companyId} ${place.registerId}`} {...place} />;
    case 'receipt':
      return (
        <Suspense fallback={<Placeholder />}>
          <ReceiptPage key={`${place.companyId} ${place.registerId} ${place.sq}`} {...place} />
        </Suspense>
      );
    case 'missing':
      return <MissingPage />;
    default:
      return grants.length === 1 && only !== undefined ? (
        <EntityPage key={only.entityId} kind={only.kind} id={only.entityId} section="overview" />
      ) : (
        <HomePage />
      );
  }
}

function MissingPage() {
  const { t } = usePortalTexts();
  return (
    <>
      <PageTitle title={t('missing.title')} />
      <Notice tone="look">
        <p>{t('missing.text')}</p>
      </Notice>
    </>
  );
}
