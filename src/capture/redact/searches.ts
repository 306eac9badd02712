/**
 * All searches in the order in which they are made: what is longest and surest first, so that a later one does not take a
 * part of it. Each works on the text that the ones before it left.
 *
 * @module
 */
import { ASSIGNED_SECRETS } from "./assigned_secrets.ts";
import { BROKEN_TOKENS } from "./broken_tokens.ts";
import { BANK_ACCOUNTS } from "./bank_accounts.ts";
import { CARD_NUMBERS } from "./card_numbers.ts";
import { COMMAND_SECRETS } from "./command_secrets.ts";
import { EMAIL_ADDRESSES } from "./email_addresses.ts";
import type { Search } from "./finding.ts";
import { HEADER_SECRETS } from "./header_secrets.ts";
import { ID_NUMBERS } from "./id_numbers.ts";
import { NEARBY_SECRETS } from "./nearby_secrets.ts";
import { PHONE_NUMBERS } from "./phone_numbers.ts";
import { PRIVATE_KEYS } from "./private_keys.ts";
import { RECOVERY_SECRETS } from "./recovery_secrets.ts";
import { RULE_SET } from "./rule_set.ts";
import { URL_SECRETS } from "./url_secrets.ts";
import { VENDOR_TOKENS } from "./vendor_tokens.ts";

/** Secrets before personal data: a token may hold what looks like a telephone number. */
export const SEARCHES: readonly Search[] = [
  PRIVATE_KEYS,
  URL_SECRETS,
  BROKEN_TOKENS,
  RECOVERY_SECRETS,
  RULE_SET,
  VENDOR_TOKENS,
  HEADER_SECRETS,
  ASSIGNED_SECRETS,
  COMMAND_SECRETS,
  NEARBY_SECRETS,
  EMAIL_ADDRESSES,
  BANK_ACCOUNTS,
  CARD_NUMBERS,
  ID_NUMBERS,
  PHONE_NUMBERS,
];
