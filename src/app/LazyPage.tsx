import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Boundary } from '../components/Boundary';
import { ErrorState } from '../components/ErrorState';
import { Skeleton } from '../components/Skeleton';
import { CHUNK_LIMIT_MS, loadAgain, PAGE_LIMIT_MS, type ScreenModule } from '../start';

export interface LazyPageProps {
  load: () => Promise<ScreenModule>;
  /** Called when the screen is in place. */
  onMounted: () => void;
}

type Phase = 'loading' | 'slow' | 'failed';

/** Screens that have been loaded come back without a blank moment. */
const loaded = new WeakMap<() => Promise<ScreenModule>, ComponentType>();

/** Loads a screen, and the data that it shows first, ahead of its first visit. The visit tells of failures. */
export async function preload(load: (() => Promise<ScreenModule>) | undefined): Promise<ScreenModule | undefined> {
  const module = await load?.().catch(() => undefined);
  if (!load || !module) return undefined;
  loaded.set(load, module.default);
  if (TRICK.readAhead) await module.ahead?.();
  return module;
}

/**
 * Shows a screen whose chunk comes later (docs/rules.md §16): nothing for 200 ms, then a skeleton; after 60 s the offer
 * to retry, while a late chunk is still welcome; after 120 s the chunk has failed.
 */
export function LazyPage({ load, onMounted }: LazyPageProps) {
  const [attempt, setAttempt] = useState(0);
  const onRetry = () => setAttempt(attempt + 1);
  return (
    <Boundary key={attempt} fallback={<Fault onRetry={onRetry} />}>
      <Loader load={load} attempt={attempt} onMounted={onMounted} onRetry={onRetry} />
    </Boundary>
  );
}

/** A defect in one screen leaves the tab bar and the other screens usable. */
export function Fault({ onRetry, more }: { onRetry: () => void; more?: ReactNode }) {
  return (
    <ErrorState
      reason={<Trans>This page stopped because of a fault</Trans>}
      safe={<Trans>Your account and what was sent are safe</Trans>}
      onRetry={onRetry}
      more={more}
    />
  );
}

function Loader({ load, attempt, onMounted, onRetry }: LazyPageProps & { attempt: number; onRetry: () => void }) {
  const [Screen, setScreen] = useState<ComponentType | undefined>(() => loaded.get(load));
  const [phase, setPhase] = useState<Phase>('loading');

  useEffect(() => {
    if (Screen) return;
    let isWanted = true;
    const settle = (next: () => void) => {
      if (!isWanted) return;
      isWanted = false;
      next();
    };
    const slow = setTimeout(() => setPhase('slow'), PAGE_LIMIT_MS);
    const failed = setTimeout(() => settle(() => setPhase('failed')), CHUNK_LIMIT_MS);
    (attempt === 0 ? load() : loadAgain(load, lastErrors.get(load), attempt)).then(
      (module) => {
        loaded.set(load, module.default);
        settle(() => setScreen(() => module.default));
      },
      (error: unknown) => {
        lastErrors.set(load, error);
        settle(() => setPhase('failed'));
      },
    );
    return () => {
      isWanted = false;
      clearTimeout(slow);
      clearTimeout(failed);
    };
  }, [Screen, load, attempt]);

  if (Screen) return <Mounted onMounted={onMounted} Screen={Screen} />;
  if (phase === 'loading') return <Skeleton shape="card" />;
  return <PageFailure isChunk={phase === 'failed'} onRetry={onRetry} />;
}

const lastErrors = new WeakMap<() => Promise<ScreenModule>, unknown>();

function Mounted({ Screen, onMounted }: { Screen: ComponentType; onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return <Screen />;
}

/** docs/rules.md §16: the whole area is the button. */
function PageFailure({ isChunk, onRetry }: { isChunk: boolean; onRetry: () => void }) {
  return (
    <ErrorState
      wholeArea
      reason={<Trans>Connection to server timed out, tap the screen to retry</Trans>}
      safe={isChunk ? <Trans>Page chunk failed to load after the timeout</Trans> : undefined}
      onRetry={onRetry}
    />
  );
}
