/**
 * Watches the gateway's clock (docs/rules.md §2): against the monotonic clock at each reading, and every few seconds against the database's
 * clock and the newest blocks of live networks. While any of them differs, nothing that time decides happens; that is told when it begins
 * and when it is over.
 *
 * [Note: Jumps] After a jump `now` goes on at the pace of the monotonic clock: whoever reads it in the very moment of the jump, and
 * everything that goes on meanwhile, gets the time from before. A jump that stays may be the truth (a virtual machine that was stopped), and
 * may be a lie that the database shares, when it runs on the same machine. So only a live network ends it, or an operator, or a new start.
 */
import type { Chain, ChainReader } from '../../adapters/chain/chain';
import type { Clock, ClockDoubt } from '../../adapters/clock';
import type { Logger } from '../../adapters/log';
import { steadyClock, type MachineClocks } from '../../adapters/steady-clock';
import type { Database } from '../../db/client';
import { differsFromDatabase, judgeByHead, judgeStart, type HeadReading } from './judge';
import { raiseMark, readMark, type ClockMark } from './mark-repo';

export interface GuardTimes {
  /** The pause between two looks at the database. */
  everyMs: number;
  /** The pause between two looks at a network's newest block. */
  headEveryMs: number;
  /** All witnesses have to agree so long until the clock is believed again. */
  settleMs: number;
  /** The pause between two writings of the last time that was seen. */
  markEveryMs: number;
  /** The guard doubts a start so long after the last time that was seen, by the kind of database. */
  longestPauseMs: Readonly<Record<Database['kind'], number>>;
}

const DAY_MS = 86_400_000;

export const GUARD_TIMES: GuardTimes = {
  everyMs: 5000,
  headEveryMs: 30_000,
  settleMs: 60_000,
  markEveryMs: 60_000,
  // People try out the embedded database now and then; somebody watches a platform that stands still for a day.
  longestPauseMs: { embedded: 30 * DAY_MS, postgres: DAY_MS },
};

/** An operator's word counts for gateways whose clock says the same, give or take the time until they look. */
const ACCEPTED_WITHIN_MS = 120_000;

export interface GuardOptions {
  db: Database;
  log: Logger;
  machine: MachineClocks;
  /** The moment at which the program was built, UTC ms; null where that is not known. */
  builtAt: number | null;
  times?: GuardTimes;
}

export interface ClockGuard {
  /** The clock that the whole gateway reads the time from. */
  readonly clock: Required<Clock>;
  /** Looks at the database, and at networks where that is due. Never throws. */
  look(): Promise<void>;
  /** Looks from now on, at these networks too. @returns ends it; resolves when the last look is over */
  watch(chains: readonly Chain[]): () => Promise<void>;
}

type ChainVerdict = 'agrees' | 'differs' | null;

export function clockGuard({ db, log, machine, builtAt, times = GUARD_TIMES }: GuardOptions): ClockGuard {
  const steady = steadyClock(machine);
  const doubts = new Set<ClockDoubt>();
  const heads = new Map<ChainReader, HeadReading>();
  let chains: readonly Chain[] = [];
  let chainVerdict: ChainVerdict = null;
  let headsDueAt = -Infinity;
  let markDueAt = -Infinity;
  /** The moment since which all agree again, by the monotonic clock. */
  let agreeSince: number | null = null;
  /** True once the clock was believed. */
  let isConfirmed = false;
  let isStartJudged = false;
  /** The number of times that operators had accepted a time when this gateway first looked. */
  let accepted: number | null = null;

  function begin(doubt: ClockDoubt): void {
    agreeSince = null;
    if (doubts.has(doubt)) return;
    doubts.add(doubt);
    log.error('clock-doubtful', { code: doubt });
  }
  function end(): void {
    doubts.clear();
    agreeSince = null;
    log.warn('clock-agrees-again');
  }

  const clock: Required<Clock> = {
    now: () => steady.now(),
    machine: () => machine.wall(),
    doubt() {
      if (isConfirmed && steady.offMs() !== 0) begin('jumped');
      const [first = null] = doubts;
      return first;
    },
  };

  /** The newest blocks, where a network makes some by itself. An endpoint that does not answer says nothing. */
  async function lookAtHeads(): Promise<void> {
    const verdicts: ChainVerdict[] = [];
    for (const reader of chains.filter(({ isTest }) => !isTest).flatMap(({ readers }) => readers)) {
      const at = await reader.head().then(
        (head) => head.at,
        () => null,
      );
      if (at === null) continue;
      const now = { at, readAt: machine.awake() };
      verdicts.push(judgeByHead(machine.wall(), heads.get(reader) ?? null, now));
      heads.set(reader, now);
    }
    const told = verdicts.filter((one) => one !== null);
    chainVerdict = told.includes('differs') ? 'differs' : told.length > 0 ? 'agrees' : null;
  }

  /** @returns whether the jump, if there is one, is over */
  function judgeJump(mark: ClockMark, database: ChainVerdict): boolean {
    if (steady.offMs() === 0) return true;
    const isAccepted =
      mark.accepted !== accepted &&
      mark.acceptedAt !== null &&
      Math.abs(machine.wall() - mark.acceptedAt) <= ACCEPTED_WITHIN_MS;
    // Nobody has believed this clock yet, so it has not left anything that was right.
    const isNew = !isConfirmed;
    const isConfirmedByChain = chainVerdict === 'agrees' && database !== 'differs';
    if (!isAccepted && !isNew && !isConfirmedByChain) return false;
    steady.believe();
    if (isAccepted && database !== 'differs' && chainVerdict !== 'differs') agreeSince = -Infinity;
    return true;
  }

  function judgeMark({ seenAt }: ClockMark): ClockDoubt | null {
    if (isStartJudged) return null;
    const longestPauseMs = times.longestPauseMs[db.kind];
    const doubt = judgeStart({ wall: machine.wall(), seenAt, builtAt, longestPauseMs });
    return doubt !== null && chainVerdict === 'agrees' ? null : doubt;
  }

  async function judge(): Promise<void> {
    const askedAt = machine.awake();
    const mark = await readMark(db.db);
    // The embedded database reads this machine's clock.
    const database: ChainVerdict =
      db.kind === 'embedded'
        ? null
        : differsFromDatabase(machine.wall(), mark.databaseNow, machine.awake() - askedAt)
          ? 'differs'
          : 'agrees';
    accepted ??= mark.accepted;
    const found: (ClockDoubt | null)[] = [
      judgeJump(mark, database) ? null : 'jumped',
      database === 'differs' ? 'database' : null,
      chainVerdict === 'differs' ? 'chain' : null,
      judgeMark(mark),
    ];
    const now = found.filter((one) => one !== null);
    for (const doubt of now) begin(doubt);
    if (now.length > 0) return;
    if (mark.accepted !== accepted) {
      accepted = mark.accepted;
      agreeSince = -Infinity;
    }
    await agree();
  }

  /** Everybody agrees, now. */
  async function agree(): Promise<void> {
    const at = machine.awake();
    if (doubts.size > 0) {
      agreeSince ??= at;
      if (at - agreeSince < times.settleMs) return;
      end();
    }
    isConfirmed = true;
    isStartJudged = true;
    steady.follow();
    if (at < markDueAt) return;
    await raiseMark(db.db, steady.now());
    markDueAt = at + times.markEveryMs;
  }

  async function look(): Promise<void> {
    // Reads the clock also where nothing else does just now.
    clock.doubt();
    try {
      // An endpoint that takes its time keeps nobody from the database's answer.
      if (machine.awake() >= headsDueAt) {
        headsDueAt = machine.awake() + times.headEveryMs;
        await Promise.all([lookAtHeads(), judge()]);
      } else {
        await judge();
      }
    } catch (error) {
      // Without its database a gateway does nothing that time decides, and says so elsewhere.
      log.debug('clock-not-compared', { error });
    }
  }

  return {
    clock,
    look,
    watch(watched) {
      chains = watched;
      headsDueAt = -Infinity;
      let running: Promise<void> | null = null;
      const tick = () => {
        running ??= look().finally(() => (running = null));
      };
      const timer = setInterval(tick, times.everyMs);
      timer.unref();
      tick();
      return async () => {
        clearInterval(timer);
        await running;
      };
    },
  };
}
