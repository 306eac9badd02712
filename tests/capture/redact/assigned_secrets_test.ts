import { describe, expect, test } from "bun:test";
import { redact } from "../../../src/capture/redact/redact.ts";
import { drawn } from "./drawn_numbers.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const PASSWORD = `${drawn(LETTERS, 6, 1)}7x`;
const KEY = `${drawn(LETTERS, 30, 2)}4f`;

function redacted(text: string): string {
  return redact(text, { enabled: true, allow: [] }).text;
}

describe("a password", () => {
  test("is found behind every sign of assignment, in code, settings and commands", () => {
    for (
      const before of [
        "password=",
        "password = ",
        "PASSWORD: ",
        "db.password: ",
        "DB_PASSWORD=",
        "pwd := ",
        "--password ",
        "--db-password ",
        "password => ",
      ]
    ) expect(redacted(`${before}${PASSWORD}`)).toBe(`${before}[redacted: password]`);
  });

  test("is found between quotes, blanks included", () => {
    expect(redacted(`{"password": "${PASSWORD} ${PASSWORD}", "port": 80}`)).toBe(
      '{"password": "[redacted: password]", "port": 80}',
    );
    expect(redacted(`password='${PASSWORD}'`)).toBe("password='[redacted: password]'");
    expect(redacted(`密码是「${PASSWORD}」`)).toBe("密码是「[redacted: password]」");
  });

  test("is found in sentences of both languages, and the stop stays", () => {
    expect(redacted(`The wifi password is ${PASSWORD}.`)).toBe("The wifi password is [redacted: password].");
    expect(redacted(`the password for the staging database is ${PASSWORD}, ok`)).toBe(
      "the password for the staging database is [redacted: password], ok",
    );
    expect(redacted(`数据库密码改成 ${PASSWORD} 了`)).toBe("数据库密码改成 [redacted: password] 了");
    expect(redacted(`密码：${PASSWORD}，别外传`)).toBe("密码：[redacted: password]，别外传");
  });

  test("made of digits is found behind a word for a password, not behind a word for a token", () => {
    expect(redacted("PIN: 482913")).toBe("PIN: [redacted: password]");
    expect(redacted("验证码：482913")).toBe("验证码：[redacted: password]");
    expect(redacted("token: 482913")).toBe("token: 482913");
  });

  test("that is a word stays in a sentence and goes where it is assigned", () => {
    expect(redacted("The password is wrong")).toBe("The password is wrong");
    expect(redacted(["PASSWORD", "swordfish"].join("="))).toBe("PASSWORD=[redacted: password]");
  });
});

describe("a key", () => {
  test("is found by the end of its name", () => {
    for (
      const name of ["api_key", "API-KEY", "apiKey", "client_secret", "STRIPE_TOKEN", "signing-key", "encryptionKey"]
    ) {
      expect(redacted(`${name}=${KEY}`)).toBe(`${name}=[redacted: secret]`);
    }
    expect(redacted(`AWS_SECRET_ACCESS_KEY=${KEY}`)).toBe("AWS_SECRET_ACCESS_KEY=[redacted: aws-key]");
  });

  test("is no count, no name and no call", () => {
    for (
      const text of [
        "max_tokens=200000",
        "token_count: 15321",
        "api_key: string",
        "token = getToken()",
        "secret = config.jwt.secret",
        "api_key=os.environ['API_KEY']",
        "token: null",
        "access_key=${ACCESS_KEY}",
        "key: gateway.port",
      ]
    ) expect(redacted(text)).toBe(text);
  });
});

describe("random characters near a word for a secret", () => {
  test("are found on both sides of it", () => {
    expect(redacted(`the recovery key below\n${KEY}`)).toBe(`the recovery key below\n${KEY}`);
    expect(redacted(`recovery keys, keep them safe ${KEY}`)).toBe("recovery keys, keep them safe [redacted: secret]");
    expect(redacted(`${KEY} is the API key`)).toBe("[redacted: secret] is the API key");
    expect(redacted(`授权码在这里 ${KEY}`)).toBe("授权码在这里 [redacted: secret]");
  });

  test("stay if another word says what they are", () => {
    const hash = drawn("0123456789abcdef", 40, 3);
    for (const text of [`the token fix is in commit ${hash}`, `secret scan of sha ${hash}`, `密钥轮换见提交 ${hash}`]) {
      expect(redacted(text)).toBe(text);
    }
  });
});
