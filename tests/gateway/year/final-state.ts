/** Reads what became of a year, past the gateway. */
import type pg from 'pg';

/** Everything that two runs of the same year must agree on; numbers that the database gives out differ and are left out. */
const FINAL_STATE = {
  balances: `SELECT u.nickname AS who, a.kind, a.asset, a.balance::text, a.held::text FROM accounts a
               JOIN trading_accounts t ON t.id = a.owner_account_id JOIN users u ON u.id = t.user_id
              WHERE u.inviter_id IS NOT NULL ORDER BY 1, 2, 3`,
  platform: `SELECT name, asset, sum(CASE mode WHEN 'append' THEN ledger_append_balance(id) ELSE balance END)::text AS balance,
                    sum(held)::text AS held FROM accounts WHERE name IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
  journals: `SELECT j.kind, count(*)::text AS count FROM journals j GROUP BY 1 ORDER BY 1`,
  incomes: `SELECT u.nickname AS who, i.source, i.asset, i.amount::text, i.income_at, i.reason, i.arrived_at FROM incomes i
              JOIN trading_accounts t ON t.id = i.account_id JOIN users u ON u.id = t.user_id ORDER BY 1, 2, 3, 5, 4, 6, 7`,
  custody: `SELECT u.nickname AS who, o.status, count(*)::text AS count, sum(o.principal)::text AS principal FROM custody_orders o
              JOIN trading_accounts t ON t.id = o.account_id JOIN users u ON u.id = t.user_id GROUP BY 1, 2 ORDER BY 1, 2`,
  machines: `SELECT u.nickname AS who, m.model_id AS model, m.bought_at FROM machines m JOIN trading_accounts t ON t.id = m.account_id
               JOIN users u ON u.id = t.user_id ORDER BY 1, 2, 3`,
  team: `SELECT u.nickname AS who, u.level, f.custody::text, f.members::text, f.team_custody::text FROM team_figures f JOIN users u ON u.id = f.user_id
          WHERE u.inviter_id IS NOT NULL ORDER BY 1`,
  dividends: `SELECT u.nickname AS who, s.amount::text, s.claimed_at, s.returned_at FROM dividend_shares s JOIN trading_accounts t ON t.id = s.account_id
                JOIN users u ON u.id = t.user_id ORDER BY 1, 2, 3, 4`,
  fees: `SELECT source, asset, count(*)::text AS count, sum(amount)::text AS amount, sum(promotion)::text AS promotion,
                sum(management)::text AS management, sum(dynamic)::text AS dynamic FROM fees GROUP BY 1, 2 ORDER BY 1, 2`,
};

export async function finalState(client: pg.Client): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {};
  for (const [name, text] of Object.entries(FINAL_STATE)) state[name] = (await client.query(text)).rows as unknown[];
  return state;
}
