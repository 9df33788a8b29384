/** The ways from Home: the most frequent actions, and every area of the app in groups. Offers only entries that have a screen. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BookOpenText,
  ChartCandlestick,
  CircleQuestionMark,
  Coins,
  Cpu,
  CreditCard,
  FileChartColumn,
  FileClock,
  FileText,
  Gift,
  HandCoins,
  Headset,
  History,
  IdCard,
  Info,
  Languages,
  Landmark,
  Newspaper,
  ReceiptText,
  Repeat2,
  Settings,
  ShieldCheck,
  Smartphone,
  Sparkles,
  Ticket,
  Umbrella,
  UsersRound,
} from 'lucide-react';
import { hrefTo, isOpen, paths, type PathName } from '../../../app/paths';

export interface Shortcut {
  screen: PathName;
  query?: Record<string, string>;
  label: MessageDescriptor;
  icon: typeof Landmark;
}

/** The most frequent actions, as the round buttons under the total. */
const ACTIONS: readonly Shortcut[] = [
  { screen: 'deposit', label: msg`Deposit`, icon: ArrowDownToLine },
  { screen: 'withdraw', label: msg`Withdraw`, icon: ArrowUpFromLine },
  { screen: 'exchange', label: msg`Exchange`, icon: Repeat2 },
  { screen: 'custody', query: { sheet: 'place' }, label: msg`Place order`, icon: Landmark },
];

export interface AreaGroup {
  title: MessageDescriptor;
  areas: readonly Shortcut[];
}

/** Every area, in the order in which the grid fills: the first ones stand on Home, all of them behind More. */
const GROUPS: readonly AreaGroup[] = [
  {
    title: msg`Earn and trade`,
    areas: [
      { screen: 'machines', label: msg`Machines`, icon: Cpu },
      { screen: 'markets', label: msg`Markets`, icon: ChartCandlestick },
      { screen: 'aiDividend', label: msg`AI dividend`, icon: Sparkles },
      { screen: 'insuranceFund', label: msg`Insurance`, icon: Umbrella },
      { screen: 'tickets', label: msg`Tickets`, icon: Ticket },
      { screen: 'invite', label: msg`Invite`, icon: Gift },
      { screen: 'news', label: msg`News`, icon: Newspaper },
      { screen: 'trade', label: msg`Trade`, icon: ArrowLeftRight },
      { screen: 'income', label: msg`Income`, icon: HandCoins },
      { screen: 'team', label: msg`Team`, icon: UsersRound },
      { screen: 'custody', query: { sheet: 'help' }, label: msg`Custody guide`, icon: CircleQuestionMark },
    ],
  },
  {
    title: msg`Account`,
    areas: [
      { screen: 'securityCentre', label: msg`Security centre`, icon: ShieldCheck },
      { screen: 'withdrawalMethods', label: msg`Withdrawal methods`, icon: CreditCard },
      { screen: 'subAccounts', label: msg`Sub-accounts`, icon: UsersRound },
      { screen: 'identity', label: msg`Real-name verification`, icon: IdCard },
      { screen: 'service', label: msg`Customer service`, icon: Headset },
      { screen: 'settings', label: msg`Settings`, icon: Settings },
      { screen: 'appearance', label: msg`Language and look`, icon: Languages },
      { screen: 'about', label: msg`About`, icon: Info },
      { screen: 'install', label: msg`Install app`, icon: Smartphone },
    ],
  },
  {
    title: msg`Records`,
    areas: [
      { screen: 'cashStatement', label: msg`Statement`, icon: ReceiptText },
      { screen: 'cashStatement', query: { account: 'custody' }, label: msg`Custody statement`, icon: BookOpenText },
      { screen: 'custodyOrders', label: msg`Custody orders`, icon: FileClock },
      { screen: 'custodyChanges', label: msg`Custody changes`, icon: History },
      { screen: 'deliverySlips', label: msg`Settlement slips`, icon: FileText },
      { screen: 'miningRecords', label: msg`Mining records`, icon: Cpu },
      { screen: 'assetsReport', label: msg`Assets report`, icon: FileChartColumn },
      { screen: 'deposits', label: msg`Deposits`, icon: ArrowDownToLine },
      { screen: 'withdrawals', label: msg`Withdrawals`, icon: ArrowUpFromLine },
      { screen: 'exchanges', label: msg`Exchanges`, icon: Repeat2 },
      { screen: 'myRabOrders', label: msg`My RAB orders`, icon: Coins },
      { screen: 'myUsdtOrders', label: msg`My USDT orders`, icon: ArrowLeftRight },
    ],
  },
];

/** Two rows of four with More at the end. */
const ON_HOME = 7;

function offered(shortcuts: readonly Shortcut[]): Shortcut[] {
  return shortcuts.filter((shortcut) => isOpen(paths[shortcut.screen]));
}

export const actions = (): Shortcut[] => offered(ACTIONS);

/** The areas that stand on Home. */
export const homeAreas = (): Shortcut[] =>
  areaGroups()
    .flatMap(({ areas }) => areas)
    .slice(0, ON_HOME);

/** All areas by group. */
export const areaGroups = (): AreaGroup[] => GROUPS.map(({ title, areas }) => ({ title, areas: offered(areas) }));

export const hrefOf = ({ screen, query }: Shortcut): string => hrefTo(paths[screen], query);
