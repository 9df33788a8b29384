/** Every command by name; a command that is not listed here does not exist. */
import { auditListOf, auditVerify } from './audit';
import { CHAT_COMMANDS } from './chat';
import { OperatorError, type Command } from './command';
import { chainReread, chainSend, chainStatus } from './chain';
import { authenticatorKeep, authenticatorList, authenticatorReset } from './authenticator';
import { clockAccept, clockStatus } from './clock';
import { contentAcks, contentCheck, contentList, contentPublish, contentWithdraw } from './content';
import { contentFile } from './content-file';
import { contentImage } from './content-image';
import { dividendDeclare } from './dividend';
import { feedbackImage, feedbackList, feedbackReply, feedbackShow } from './feedback';
import { gatheringPlan, gatheringStatus, gatheringSubmit } from './gathering';
import { userFreeze, userThaw } from './freeze';
import { MACHINE_COMMANDS } from './machines';
import { miningDaysCommand, miningRecord } from './mining';
import { fundPool, grantAirdrop } from './money';
import { identityApprove, identityFail, identityList, identityShow } from './identity';
import { insurancePay } from './insurance';
import { operatorClaim, operatorEnrol, operatorList, operatorRekey, operatorRevoke, operatorRole } from './operators';
import { otcHalt, otcOrders, otcResume } from './otc';
import { otcRule, otcSayCommand, otcShow, otcTrades } from './otc-trade';
import { PAYOUT_COMMANDS } from './payouts';
import { priceDemo, priceSet, priceShow } from './price';
import { proposalCommands } from './proposals';
import { reconcileCommand } from './reconcile';
import { releaseCheck, releasePublish, releaseShow, releaseWithdraw } from './release';
import { configGet, configList, configSet } from './settings';
import { slipsImport, slipsImports } from './slips';
import { teamRecompute } from './team';
import { uploadSave } from './upload';
import { usersList, usersShow } from './users';
import { withdrawalApprove, withdrawalList, withdrawalPay, withdrawalReject, withdrawalShow } from './withdrawal';

export const COMMANDS: readonly Command[] = [
  fundPool,
  grantAirdrop,
  dividendDeclare,
  insurancePay,
  ...MACHINE_COMMANDS,
  miningRecord,
  miningDaysCommand,
  slipsImport,
  slipsImports,
  contentPublish,
  contentCheck,
  contentWithdraw,
  contentList,
  contentAcks,
  contentImage,
  contentFile,
  configList,
  configGet,
  configSet,
  priceSet,
  priceDemo,
  priceShow,
  releaseCheck,
  releasePublish,
  releaseShow,
  releaseWithdraw,
  reconcileCommand,
  teamRecompute,
  chainStatus,
  chainSend,
  chainReread,
  clockStatus,
  clockAccept,
  gatheringStatus,
  gatheringPlan,
  gatheringSubmit,
  usersList,
  userFreeze,
  userThaw,
  usersShow,
  identityList,
  identityShow,
  identityApprove,
  identityFail,
  uploadSave,
  authenticatorList,
  authenticatorReset,
  authenticatorKeep,
  withdrawalList,
  withdrawalShow,
  withdrawalApprove,
  withdrawalReject,
  withdrawalPay,
  ...PAYOUT_COMMANDS,
  otcHalt,
  otcResume,
  otcOrders,
  otcTrades,
  otcShow,
  otcRule,
  otcSayCommand,
  ...CHAT_COMMANDS,
  feedbackList,
  feedbackShow,
  feedbackImage,
  feedbackReply,
  auditListOf((act) => COMMANDS.find(({ name }) => name === act)?.audited ?? null),
  auditVerify,
  operatorClaim,
  operatorEnrol,
  operatorList,
  operatorRole,
  operatorRekey,
  operatorRevoke,
  ...proposalCommands(commandNamed),
];

/** @throws OperatorError for a name that is not a command: command line and gateway are of different versions */
export function commandNamed(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) throw new OperatorError('input', `there is no command "${name.slice(0, 40)}"`);
  return command;
}
