/** Inputs for the calls of customer service. */
import { randomUUID } from 'node:crypto';
import type { CallInput } from '../../../contract/index';
import { act } from '../../gateway/support/operators';
import type { Tab } from '../support/harness';
import { done, type RealGateway } from './real-gateway';

const topic = 'other' as const;

/** A conversation in which the person has written. */
async function writtenConversation(tab: Tab): Promise<CallInput<'serviceMessages'>> {
  done(await tab.api.invoke('sendServiceMessage', { topic, clientId: randomUUID(), text: 'Hello' }));
  return { topic };
}

async function idOf({ db }: RealGateway, tab: Tab): Promise<string> {
  const { id: userId } = done(await tab.api.invoke('userInfo', {}));
  const { rows } = await db.pool.query<{ id: string }>(
    'SELECT id::text AS id FROM service_conversations WHERE user_id = $1 AND topic = $2',
    [userId, topic],
  );
  return rows[0]?.id ?? '';
}

async function operate(gateway: RealGateway, command: string, input: object): Promise<void> {
  const reply = await act(gateway.deps, command, input);
  if (!reply.ok) throw new Error(reply.message);
}

/** A message of an operator's that the person has not read. */
async function answeredConversation(gateway: RealGateway, tab: Tab): Promise<{ seq: number; newest: string }> {
  await writtenConversation(tab);
  await operate(gateway, 'chat say', { id: await idOf(gateway, tab), text: 'Good day' });
  const { items } = done(await tab.api.invoke('serviceMessages', { topic, limit: 1 }));
  const [answer] = items;
  return { seq: answer?.seq ?? 0, newest: answer?.id ?? '' };
}

/** A closed conversation that waits to be rated. */
async function closedConversation(gateway: RealGateway, tab: Tab): Promise<CallInput<'rateService'>> {
  await writtenConversation(tab);
  await operate(gateway, 'chat close', { id: await idOf(gateway, tab) });
  return { topic, stars: 5 };
}

/** @param at who makes the next call, and of which gateway */
export function serviceInputs(at: () => { gateway: RealGateway; tab: Tab }) {
  const answered = () => answeredConversation(at().gateway, at().tab);
  return {
    serviceConversations: () => ({}),
    serviceMessages: () => writtenConversation(at().tab),
    sendServiceMessage: () => ({ topic: 'custody' as const, clientId: randomUUID(), text: 'Hello' }),
    markServiceRead: async () => ({ topic, seq: (await answered()).seq }),
    serviceUnread: () => ({}),
    confirmServiceDelivery: async () => ({ upTo: (await answered()).newest }),
    rateService: () => closedConversation(at().gateway, at().tab),
  };
}
