import { describe, expect, test } from "bun:test";
import { redact } from "../../../src/capture/redact/redact.ts";
import { accountNumber, cardNumber, drawn, residentNumber } from "./drawn_numbers.ts";

function redacted(text: string): string {
  return redact(text, { enabled: true, allow: [] }).text;
}

/** The same number with another last digit. */
function spoiled(number: string): string {
  return number.slice(0, -1) + String((Number(number.at(-1)) + 1) % 10);
}

describe("a card number", () => {
  const card = cardNumber("4", 16, 9);

  test("is one with a brand and a right check digit, in groups or not", () => {
    for (const number of [card, card.replace(/(.{4})(?=.)/g, "$1 "), card.replace(/(.{4})(?=.)/g, "$1-")]) {
      expect(redacted(`pay with ${number}.`)).toBe("pay with [redacted: card].");
    }
  });

  test("is none with a wrong check digit, in a longer number, or of an order", () => {
    for (
      const text of [`pay with ${spoiled(card)}`, `pay with 12${card}99`, `order ${card}`, `订单号 ${card}`, `x${card}`]
    ) {
      expect(redacted(text)).toBe(text);
    }
  });

  test("needs no brand behind a word for a card", () => {
    const debit = cardNumber("1234", 19, 10);
    expect(redacted(`储蓄卡 ${debit}`)).toBe("储蓄卡 [redacted: card]");
    expect(redacted(`the id is ${debit}`)).toBe(`the id is ${debit}`);
  });
});

describe("an account number", () => {
  test("is one whose country, length and check digits are right", () => {
    const account = accountNumber("DE", "370400440532013000");
    expect(redacted(account)).toBe("[redacted: iban]");
    expect(redacted(account.toLowerCase())).toBe("[redacted: iban]");
    expect(redacted(account.replace("DE", "FR"))).toBe(account.replace("DE", "FR"));
    expect(redacted(spoiled(account))).toBe(spoiled(account));
  });
});

describe("a resident number", () => {
  test("is one with a day that exists and the right check character", () => {
    const number = residentNumber("110105", "19900307", "128");
    expect(redacted(`身份证${number}`)).toBe("身份证[redacted: id-number]");
    const grouped = [number.slice(0, 6), number.slice(6, 14), number.slice(14)];
    for (const sign of [" ", "-"]) {
      expect(redacted(`身份证 ${grouped.join(sign)}`)).toBe("身份证 [redacted: id-number]");
    }
    const noDay = residentNumber("110105", "19900230", "128");
    expect(redacted(noDay)).toBe(noDay);
  });

  test("may end in X of either case", () => {
    const serial = Array.from({ length: 100 }, (_, at) => residentNumber("110105", "19900307", String(100 + at)))
      .find((each) => each.endsWith("X")) ?? "";
    expect(redacted(serial)).toBe("[redacted: id-number]");
    expect(redacted(serial.toLowerCase())).toBe("[redacted: id-number]");
  });
});

describe("a telephone number", () => {
  const mobile = `139${drawn("123456789", 8, 11)}`;

  test("of a Chinese mobile is found in every grouping and width", () => {
    const wide = mobile.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    for (const number of [mobile, mobile.replace(/^(.{3})(.{4})/, "$1 $2 "), `+86 ${mobile}`, `+86${mobile}`, wide]) {
      expect(redacted(`打${number}找我`)).toBe("打[redacted: phone]找我");
    }
  });

  test("is none with a unit, in an order, in a decimal or in a path", () => {
    for (
      const text of [
        `${mobile} bytes`,
        `${mobile} 条`,
        `订单 ${mobile}`,
        `0.${mobile}`,
        `/data/${mobile}x`,
        `id=${mobile}`,
      ]
    ) {
      expect(redacted(text)).toBe(text);
    }
  });

  test("of another country is one that its numbering plan has", () => {
    const british = ["+44", "20", "7946", "0958"].join(" ");
    expect(redacted(`call ${british} now`)).toBe("call [redacted: phone] now");
    expect(redacted("+999 1234 5678 is no number")).toBe("+999 1234 5678 is no number");
    expect(redacted("+1 -2 +3 -4 +5 -6")).toBe("+1 -2 +3 -4 +5 -6");
  });
});

describe("an e-mail address", () => {
  test("is found between Chinese characters and in angle brackets", () => {
    const address = ["zhang.san", "example.cn"].join("@");
    expect(redacted(`发给${address}就行`)).toBe("发给[redacted: email]就行");
    expect(redacted(`<${address}>`)).toBe("<[redacted: email]>");
  });

  test("is no host of ssh, repository, package or picture", () => {
    for (
      const text of [
        "ssh -p 2222 deploy@web1.example.com",
        "git@github.com:acme/app.git",
        "@acme/tools@1.4.2",
        "icon@2x.png",
        "root@web1.internal",
      ]
    ) expect(redacted(text)).toBe(text);
  });
});

test("the second half of a private key goes with its end", () => {
  const line = drawn("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 64, 5);
  const end = ["-----END RSA", "PRIVATE KEY-----"].join(" ");
  expect(redacted(`Here is the rest:\n${line}\n${line}\nab12==\n${end}\nDone.`)).toBe(
    "Here is the rest:\n[redacted: private-key]\nDone.",
  );
  expect(redacted(`A key ends with ${end} on its last line.`)).toBe(`A key ends with ${end} on its last line.`);
});
