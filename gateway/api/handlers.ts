/** Every call's handler. A call of the contract without one does not compile. */
import { creditNewDemoUser } from '../demo/demo-credit';
import { accountHandlers } from '../domain/accounts/handlers';
import { articleHandlers } from '../domain/content/articles';
import { documentHandlers } from '../domain/content/documents';
import { contentHandlers } from '../domain/content/handlers';
import { custodyHandlers } from '../domain/custody/handlers';
import { depositHandlers } from '../domain/deposits/handlers';
import { dividendHandlers } from '../domain/dividend/handlers';
import { exchangeHandlers } from '../domain/exchange/handlers';
import { feedbackHandlers } from '../domain/feedback/handlers';
import { freezeHandlers } from '../domain/freeze/handlers';
import { createIdentityHandlers } from '../domain/identity/handlers';
import { incomeHandlers } from '../domain/income/handlers';
import { insuranceHandlers } from '../domain/insurance/handlers';
import { liveHandlers } from '../domain/live/handlers';
import { machineHandlers } from '../domain/machines/handlers';
import { methodHandlers } from '../domain/methods/handlers';
import { rabMarketHandlers } from '../domain/otc/rab/handlers';
import { usdtMarketHandlers } from '../domain/otc/usdt/handlers';
import { placeHandlers } from '../domain/places/handlers';
import { quoteHandlers } from '../domain/quotes/handlers';
import { releaseHandlers } from '../domain/release/handlers';
import { serviceHandlers } from '../domain/service/handlers';
import { slipHandlers } from '../domain/slips/handlers';
import { teamHandlers } from '../domain/team/handlers';
import { tellingHandlers } from '../domain/telling/handlers';
import { uploadHandlers } from '../domain/uploads/read-image';
import { withdrawalHandlers } from '../domain/withdrawals/handlers';
import type { MountedHandlers } from '../http/dispatcher';

export const handlers = {
  ...createIdentityHandlers({ onRegistered: creditNewDemoUser }),
  ...accountHandlers,
  ...custodyHandlers,
  ...contentHandlers,
  ...articleHandlers,
  ...documentHandlers,
  ...releaseHandlers,
  ...uploadHandlers,
  ...methodHandlers,
  ...depositHandlers,
  ...exchangeHandlers,
  ...withdrawalHandlers,
  ...incomeHandlers,
  ...dividendHandlers,
  ...insuranceHandlers,
  ...machineHandlers,
  ...slipHandlers,
  ...placeHandlers,
  ...teamHandlers,
  ...quoteHandlers,
  ...rabMarketHandlers,
  ...usdtMarketHandlers,
  ...freezeHandlers,
  ...liveHandlers,
  ...serviceHandlers,
  ...feedbackHandlers,
  ...tellingHandlers,
} satisfies MountedHandlers;
