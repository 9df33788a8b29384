/** Withdrawal methods: list, add, remove (docs/rules.md §2, §4, §9). They belong to the user, whatever account is switched to. */
import { Refusal, type Handlers } from '../call-context';
import { isRecordId } from '../paging';
import { loadSettings } from '../settings/settings';
import { runWriteCall } from '../write-call';
import { addBank, addChain } from './add';
import { servedNetworks } from './networks';
import { methodsOf, removeMethod } from './repo';
import { viewMethod } from './view';

type MethodCall = 'withdrawalMethods' | 'addChainMethod' | 'addBankMethod' | 'removeMethod';

export const methodHandlers: Handlers<MethodCall> = {
  async withdrawalMethods({ deps, session }) {
    const [settings, rows] = await Promise.all([loadSettings(deps.db.db), methodsOf(deps.db.db, session.userId)]);
    return {
      methods: rows.map((row) => viewMethod(deps, row, settings)),
      waitMs: settings['security.methodWaitMs'],
      networks: servedNetworks(deps),
    };
  },
  addChainMethod: addChain,
  addBankMethod: addBank,
  async removeMethod(context, { id }) {
    const { session, now } = context;
    if (!isRecordId(id)) throw new Refusal('not-found');
    return runWriteCall(context, async (tx) => {
      if (!(await removeMethod(tx, session.userId, id, now))) throw new Refusal('not-found');
      return {};
    });
  },
};
