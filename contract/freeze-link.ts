/** Where the link in security mail leads: the app's page that asks whether the account is to be frozen. */
export const FREEZE_LINK_PATH = '/pages/security/freeze';
