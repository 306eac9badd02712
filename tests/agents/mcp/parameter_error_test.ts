import { describe, expect, test } from "bun:test";
import { withParameterError } from "../../../src/agents/mcp/parameter_error.ts";

const failed = (code: number, message: string) => ({ jsonrpc: "2.0" as const, id: 1, error: { code, message } });

describe("an answer of the official server", () => {
  test("that holds findings about parameters is the client's error, in words", () => {
    const findings = [
      { code: "invalid_type", path: ["params", "protocolVersion"], message: "expected string" },
      { code: "invalid_type", path: ["params", "capabilities"], message: "expected object" },
    ];
    expect(withParameterError(failed(-32_603, JSON.stringify(findings)))).toEqual(failed(
      -32_602,
      'Invalid parameters: "params.protocolVersion": expected string; "params.capabilities": expected object',
    ));
  });

  test.each([
    "the disk is full",
    "[not json",
    "[]",
    '["text"]',
    '[{"path": ["result", "x"], "message": "m"}]',
    '[{"message": "without a path"}]',
  ])("that says anything else stays as it is: %s", (message) => {
    expect(withParameterError(failed(-32_603, message))).toEqual(failed(-32_603, message));
  });

  test("with another code, or a result, stays as it is", () => {
    const findings = JSON.stringify([{ path: ["params"], message: "m" }]);
    expect(withParameterError(failed(-32_602, findings))).toEqual(failed(-32_602, findings));
    const result = { jsonrpc: "2.0" as const, id: 1, result: {} };
    expect(withParameterError(result)).toBe(result);
  });
});
