/** Inputs for the calls of a trade's chat. */
import { randomUUID } from 'node:crypto';
import type { CallInput } from '../../../contract/index';
import type { Tab } from '../support/harness';
import { done } from './real-gateway';

/** A message in this trade that its party on `speaker` has sent. */
export async function said(speaker: Tab, tradeId: string): Promise<CallInput<'markMessagesRead'>> {
  const { message } = done(await speaker.api.invoke('sendMessage', { tradeId, clientId: randomUUID(), text: 'Hello' }));
  return { tradeId, messageId: message.id };
}
