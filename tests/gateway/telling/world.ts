/** A gateway that tells people, with a push service of its own. */
import type { LiveNotice } from '../../../contract/calls/live';
import { webPushSender } from '../../../gateway/adapters/push';
import type { Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { announce } from '../../../gateway/domain/live/announce';
import { deliverPushes } from '../../../gateway/domain/telling/deliver-pushes';
import { dispatchNotices } from '../../../gateway/domain/telling/dispatch';
import { neverStopping } from '../../../gateway/jobs/run';
import { freshEmail, openWorld, type Opened, type World } from '../identity/world';
import { openPushService, type Browser, type PushService } from './push-service';

export interface Member extends Opened {
  email: string;
}

export interface TellingWorld extends World {
  pushService: PushService;
  member(): Promise<Member>;
  /** The member's device gets pushes from here on. */
  subscribed(who: Member, lang?: 'EN' | 'DE'): Promise<Browser>;
  tell(who: Pick<Opened, 'userId'>, ...notices: LiveNotice[]): Promise<void>;
  /** Switches push on for every category. */
  pushAll(who: Member): Promise<void>;
  /** Runs the jobs once. @returns how many pushes were sent */
  work(): Promise<number>;
}

export async function openTellingWorld(db: Database, now?: number): Promise<TellingWorld> {
  const world = openWorld(db, now);
  const pushService = await openPushService();
  const sender = () =>
    webPushSender({ contact: 'mailto:ops@rab.example', allowsPrivate: true, timeoutMs: pushService.timeoutMs });
  world.deps.push = { accepts: (target) => sender().accepts(target), send: (push) => sender().send(push) };
  return {
    ...world,
    pushService,
    async member() {
      const email = freshEmail();
      const opened = await world.register(email);
      await world.sent();
      world.mails.length = 0;
      return { ...opened, email };
    },
    async subscribed({ token }, lang = 'EN') {
      const browser = pushService.browser();
      await world.done('subscribePush', browser.target, { token, lang });
      return browser;
    },
    tell: ({ userId }, ...notices) =>
      withTransaction(db, (tx) =>
        announce(
          tx,
          notices.map((notice) => ({ to: userId, topics: [], notice })),
          world.deps.clock.now(),
        ),
      ),
    async pushAll({ token }) {
      const { switches } = await world.done('tellingPreferences', {}, { token });
      const push = switches.filter(({ channel }) => channel === 'push').map((one) => ({ ...one, isOn: true }));
      await world.done('saveTellingPreferences', { switches: push as never }, { token });
    },
    async work() {
      await dispatchNotices(world.deps, neverStopping);
      return deliverPushes(world.deps, neverStopping);
    },
  };
}
