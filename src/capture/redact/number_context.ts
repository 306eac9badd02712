/**
 * What the words beside a number say it is.
 *
 * @module
 */

/** Returns whether the text before a number names something that is counted, ordered or identified: no card, no telephone. */
export function namesAnOrder(before: string): boolean {
  return ORDER.test(before);
}

/** Returns whether the text behind a number is a unit: then it is an amount. */
export function beginsWithUnit(after: string): boolean {
  return UNIT.test(after);
}

const ORDER =
  /(?:\b(?:order|orders|invoice|tracking|ticket|issue|case|ref|reference|serial|sku|isbn|ean|id|ids|uid|pid|trace|request|build|batch|job|run|seed|offset|size|length|bytes|timestamp|ts|epoch|time|version|port|count|total|sum|row|line|amount|balance|price|key|hash|snowflake|transaction|account|barcode)(?: (?:numbers?|no\.?|nr\.?|ids?|codes?|#))?|订单号?|单号|运单号?|快递单号?|流水号|编号|工单|发票号?码?|序列号|时间戳|批次号?|条码|交易号|版本|端口|行号|[Ii][Dd])\s{0,2}(?:is|was|为|是)?\s{0,2}["'`#:=(]{0,3}\s{0,2}["'`#]?$|[#$\u00a5\u20ac\u00a3=_]$/i;

const UNIT =
  /^\s?(?:bytes?|[kmgt]i?b|b|ms|us|ns|s|sec|seconds|rows?|records?|lines?|tokens?|times|users?|requests?|px|hz|%|元|块|次|个|条|字节|行|毫秒|秒|人|万|亿|美元|字|份|件)(?![A-Za-z])/i;
