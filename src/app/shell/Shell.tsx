import { Trans, useLingui } from '@lingui/react/macro';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useLocation } from 'wouter';
import { bridge } from '../../bridge/bridge';
import { useIsUpgrading, useSession, useWorkerState } from '../../bridge/session';
import { useSignal } from '../../bridge/signal';
import { BelowTitle } from '../../components/BelowTitle';
import { Boundary } from '../../components/Boundary';
import { BrandMark } from '../../components/BrandMark';
import { ErrorState } from '../../components/ErrorState';
import { Skeleton } from '../../components/Skeleton';
import { toast } from '../../components/toast';
import { ToastHost } from '../../components/ToastHost';
import { errorMessage } from '../../errors/texts';
import { makeTeller } from '../../errors/teller';
import { I18nRoot } from '../../i18n/I18nRoot';
import { useBadgeEnd } from '../../install/useBadgeEnd';
import { Updates } from '../../update/Updates';
import {
  lockScreen,
  noSuchPage,
  otherAccount,
  routeOf,
  routesInside,
  sidePanel,
  type Route,
  type Screen,
} from '../../routes';
import { MARK_CLASS, rehearse, whenIdle, whenIdleInTurn } from '../../start';
import { isOfAnother } from '../../telling/owner';
import { isSavingData } from '../data-saver';
import { LazyPage, preload } from '../LazyPage';
import { leaveQuestion } from '../leave-guard';
import { appHistory, currentAddress, onLeaveAsked } from '../navigation';
import { paths } from '../paths';
import { rememberReturn } from '../return-to';
import { restoreScroll } from '../scroll';
import { ConnectionNotice } from './ConnectionNotice';
import { Rail } from './Rail';
import styles from './Shell.module.css';
import { TabBar } from './TabBar';
import { useAccess } from './useAccess';
import { useIsWide } from './useIsWide';
import { useTappedNotices } from './useTappedNotices';

const LeaveSheet = lazy(() => import('./LeaveSheet'));
/** Without its code, in a broken installation, the mark alone waits. */
const UpgradeProgress = lazy((): Promise<{ default: ComponentType }> =>
  import('../../update/UpgradeProgress').then(({ load }) => load()).catch(() => ({ default: () => null })),
);
/** Nobody needs it for the first screen; without its code, in a broken installation, customer service is in the rail alone. */
const ServiceButton = lazy((): Promise<{ default: ComponentType<{ isShown: boolean }> }> =>
  new Promise<void>((resolve) => void whenIdle(resolve))
    .then(() => import('./ServiceButton'))
    .catch(() => ({ default: () => null })),
);
const MandatoryNotices = lazy(() => import('./MandatoryNotices'));
const LockScreen = lazy(lockScreen);
const nothing = () => {};

/** The frame around every screen. Does the work that is no screen's own: access, refusals, back, announcements. */
export function Shell({ isLaunch }: { isLaunch: boolean }) {
  const [path] = useLocation();
  const route = routeOf(path);
  const access = useAccess(path, route, isLaunch);
  const account = useShownAccount();
  const screen = useScreen(route);
  const isInside = account !== null && route?.access !== 'public';
  // The page that a security mail leads to does not wait for the PIN.
  const isLocked = useSession()?.state === 'locked' && path !== paths.freezeLink;
  const isWide = useIsWide();
  const isUpgrading = useIsUpgrading();
  const question = useSignal(leaveQuestion);
  useTappedNotices();
  useRefusals();
  useLeaveQuestion();
  useBadgeEnd();
  useReadiness(isInside);
  useDocumentTitle(screen, access === 'show');
  return (
    <div className={styles['frame']} data-tab={route?.tab} data-inside={isInside || undefined}>
      <SkipLink />
      {isInside && isWide && (
        <Boundary>
          <Rail active={route?.tab} path={path} />
        </Boundary>
      )}
      <main id="content" className={styles['column']} tabIndex={-1}>
        <BelowTitle value={<ConnectionNotice />}>
          {isLocked ? (
            <Suspense fallback={<Mark />}>
              <LockScreen />
            </Suspense>
          ) : access === 'show' ? (
            <Page key={`${account} ${path} ${screen === otherAccount}`} load={screen.load} />
          ) : (
            <Waiting isTab={route?.tab !== undefined} />
          )}
        </BelowTitle>
      </main>
      {isInside && isWide && (
        <aside className={styles['side']}>
          <LazyPage load={sidePanel} onMounted={nothing} />
        </aside>
      )}
      {route?.tab && !isWide && !isLocked && (
        <Boundary>
          <TabBar active={route.tab} />
        </Boundary>
      )}
      {isInside && (
        <Part>
          <ServiceButton isShown={route?.tab !== undefined && !isWide && !isLocked} />
        </Part>
      )}
      {isInside && !isLocked && (
        <Part>
          <MandatoryNotices isTab={route?.tab !== undefined} />
        </Part>
      )}
      <Part>{isUpgrading && <UpgradeProgress />}</Part>
      <Part>{question && <LeaveSheet question={question} />}</Part>
      <Boundary>
        <ToastHost />
      </Boundary>
      <Boundary>
        <Updates />
      </Boundary>
    </div>
  );
}

/** Comes later, and nothing stands in its place, also where it fails. */
function Part({ children }: { children: ReactNode }) {
  return (
    <Boundary>
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}

/** The first page of a visit keeps the browser's focus; each later one takes it to its heading. */
let isFirstPage = true;

function Page({ load }: Pick<Screen, 'load'>) {
  const stop = useRef<() => void>(() => {});
  const onMounted = useCallback(() => {
    stop.current = restoreScroll();
    if (!isFirstPage) document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  useEffect(() => () => stop.current(), []);
  return (
    <div className={styles['page']}>
      <LazyPage load={load} onMounted={onMounted} />
    </div>
  );
}

/** Shows the mark of index.html until the app knows who is logged in, or the reason why it cannot know. */
function Waiting({ isTab }: { isTab: boolean }) {
  const state = useWorkerState();
  const isUnknown = useSession()?.state === 'unknown';
  if (state !== 'down' && !isUnknown) return isTab ? <Skeleton shape="hero" /> : <Mark />;
  return (
    <ErrorState
      wholeArea
      reason={
        isUnknown ? (
          <Trans>This device's storage does not answer yet</Trans>
        ) : (
          <Trans>The app's data service could not start</Trans>
        )
      }
      safe={<Trans>Tap the screen to try again</Trans>}
      onRetry={() => (isUnknown ? location.reload() : bridge().startAgain())}
    />
  );
}

function Mark() {
  return (
    <div className={MARK_CLASS}>
      <BrandMark size={56} />
      <span>RAB</span>
    </div>
  );
}

function SkipLink() {
  const onSkip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById('content')?.focus();
  };
  return (
    <a className={styles['skip']} href="#content" onClick={onSkip}>
      <Trans>Skip to content</Trans>
    </a>
  );
}

function useRefusals(): void {
  const { i18n } = useLingui();
  useEffect(() => {
    bridge().onRefusal = makeTeller({
      toast: (error, effect) => {
        const message = errorMessage(error, effect);
        toast.show(typeof message === 'string' ? message : i18n._(message), { kind: 'error' });
      },
      detour: (to, detour) => {
        rememberReturn(detour, currentAddress());
        appHistory.open(to);
      },
      after: (delayMs, callback) => {
        const id = setTimeout(callback, delayMs);
        return () => clearTimeout(id);
      },
    });
  }, [i18n]);
}

/**
 * Returns the account that every figure on screen belongs to, null for nobody. When it changes, the page begins anew, so that
 * no form or sheet goes on with another account's figures; when another tab has switched, the person is told.
 */
function useShownAccount(): string | null {
  const { t } = useLingui();
  const session = useSession();
  const before = useRef(session);
  useEffect(() => {
    const [was, is] = [before.current, session];
    before.current = session;
    if (was?.state !== 'open' || is?.state !== 'open' || was.accountId === is.accountId) return;
    if (bridge().sessionCause === 'followed')
      toast.show(t`Another account is shown now, as chosen in another window. Open forms were closed.`);
  }, [session, t]);
  return session?.state === 'open' ? session.accountId : null;
}

function useLeaveQuestion(): void {
  const { t } = useLingui();
  useEffect(() => onLeaveAsked(() => toast.show(t`Press again to exit the app`)), [t]);
}

async function prepareScreen({ load, name }: Route): Promise<void> {
  const module = await preload(load);
  const isShown = routeOf(appHistory.address.path)?.name === name;
  if (TRICK.rehearsal && module?.ahead && !isShown) await rehearse(module.default, I18nRoot);
}

/** Loads in idle time what the next tap may need, one part after the other; first the part that tells of live changes. */
function useReadiness(isInside: boolean): void {
  const { i18n } = useLingui();
  useEffect(() => {
    if (!isInside) return;
    const over = new AbortController();
    const prepare = [
      () =>
        import('./notices').then(
          ({ startNotices }) => startNotices(i18n, over.signal),
          () => undefined,
        ),
      ...routesInside()
        .filter(({ tab }) => TRICK.readiness && (tab !== undefined || !isSavingData()))
        .map((route) => () => prepareScreen(route)),
    ];
    // A screen tells of a failed load when the person visits it.
    const stop = whenIdleInTurn(prepare);
    return () => {
      stop();
      over.abort();
    };
  }, [isInside, i18n]);
}

/** Returns what is shown at the address: a route's own screen, or one that stands in its place. */
function useScreen(route: Route | undefined): Screen {
  const session = useSession();
  const isOther = useSyncExternalStore(appHistory.subscribe, () => isOfAnother(appHistory.address.search, session));
  return route === undefined ? noSuchPage : isOther ? otherAccount : route;
}

function useDocumentTitle(screen: Screen, isShown: boolean): void {
  const { i18n } = useLingui();
  const title = i18n._(screen.title);
  useEffect(() => {
    document.title = isShown ? `${title} · RAB` : 'RAB';
  }, [title, isShown]);
}
