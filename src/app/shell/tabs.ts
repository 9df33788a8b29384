import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ArrowLeftRight, House, Landmark, UsersRound, Wallet, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Signal } from '../../bridge/signal';
import type { TabName } from '../paths';

export const TAB_LOOKS: Record<TabName, { label: MessageDescriptor; icon: LucideIcon }> = {
  home: { label: msg`Home`, icon: House },
  custody: { label: msg`Trust`, icon: Landmark },
  team: { label: msg`Team`, icon: UsersRound },
  assets: { label: msg`Assets`, icon: Wallet },
  trade: { label: msg`Trade`, icon: ArrowLeftRight },
};

/** The mark at the Trade tab's icon: the number of orders that wait for the person, once it is known (notices.tsx). */
export const tradeMark = new Signal<ReactNode>(null);

/** The number of unread answers of customer service at its entry in the rail, once it is known (ServiceButton.tsx). */
export const serviceMark = new Signal<ReactNode>(null);
