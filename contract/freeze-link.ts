/** The link in security mail leads to this page of the app, which asks whether to freeze the account. */
export const FREEZE_LINK_PATH = '/pages/security/freeze';
