/**
 * Secrets in headers of requests.
 *
 * @module
 */
import { findMatches, type Search } from "./finding.ts";
import { isStandIn } from "./stand_in.ts";

/** `Authorization: …`, `Bearer …` alone, and cookies. */
export const HEADER_SECRETS: Search = {
  mayFind: (text) => /bearer|authorization|cookie/i.test(text),
  find: (text) =>
    [
      ...findMatches(
        text,
        AUTHORIZATION,
        ({ groups = {} }) => isStandIn(groups["value"] ?? "") ? null : "bearer-token",
      ),
      ...findMatches(text, BEARER, ({ groups = {} }) => {
        const { value = "" } = groups;
        return isStandIn(value) || !/\d/.test(value) ? null : "bearer-token";
      }),
      ...findMatches(text, COOKIE, ({ groups = {} }) => isStandIn(groups["value"] ?? "") ? null : "cookie"),
    ].sort((a, b) => a.start - b.start),
};

const AUTHORIZATION =
  /\b(?:proxy-)?authorization["']?\s{0,3}[:=]\s{0,3}["'`]?(?:(?:bearer|basic|bot|token|digest|negotiate|apikey|aws4-hmac-sha256)\s{1,3})?(?<value>[A-Za-z0-9._~+/=:-]{8,4000})/dgi;

/** Without the header's name, prose such as "bearer of news" must stay: at least a token's length, and a digit in it. */
const BEARER = /\bbearer\s{1,3}["'`]?(?<value>[A-Za-z0-9._~+/=-]{12,4000})/dgi;

const COOKIE = /\b(?:set-)?cookie["']?\s{0,3}:\s{0,3}["'`]?[A-Za-z0-9_.-]{1,60}=(?<value>[^\s;"'`]{8,4000})/dgi;
