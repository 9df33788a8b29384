/** Version of this build (docs/rules.md §20); a unit test holds it to package.json. */
export const APP_VERSION = '1.0.50';
export const APP_VERSION_CODE = 10050;
