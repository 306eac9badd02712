/**
 * Texts with secrets and personal data, labelled. Nothing here is real: everything is drawn and put together when the test
 * runs, so that no scanner of repositories finds anything.
 *
 * @module
 */
import { accountNumber, cardNumber, drawn, residentNumber } from "./drawn_numbers.ts";

/** One text. */
export interface LabelledText {
  /** What somebody wrote. */
  readonly text: string;
  /** What must not be left of it. */
  readonly secret: string;
  /** The kind that is expected. */
  readonly kind: string;
  /** Of the words around the secret. */
  readonly language: "en" | "zh";
}

/** Returns the sample; the same at every call. */
export function labelledSecrets(): readonly LabelledText[] {
  return [...vendorTokens(), ...assignments(), ...addresses(), ...keys(), ...people(), ...spoken()];
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const HEX = "0123456789abcdef";
const ALPHANUMERIC = LETTERS + DIGITS;
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Sentences in which tokens turn up; `%` is the token. */
const SENTENCES: readonly (readonly [LabelledText["language"], string])[] = [
  ["en", "Use % for the staging server from now on"],
  ["zh", "测试环境用 % 这个，别弄丢了"],
  ["en", "The key is %."],
  ["zh", "我的 key 是 %，先放这里。"],
  ["en", "export API_KEY=%"],
  ["zh", "把「%」写进配置文件"],
  ["en", '{"apiKey": "%", "region": "eu-west-1"}'],
  ["zh", "令牌：%"],
];

/** Prefix, alphabet and length of what follows, kind. */
const TOKENS: readonly (readonly [string, string, number, string])[] = [
  ["AKIA", CAPITALS, 16, "aws-key"],
  ["ASIA", CAPITALS, 16, "aws-key"],
  ["ghp_", ALPHANUMERIC, 36, "github-key"],
  ["gho_", ALPHANUMERIC, 36, "github-key"],
  ["ghs_", ALPHANUMERIC, 36, "github-key"],
  ["github_pat_", ALPHANUMERIC, 82, "github-key"],
  ["glpat-", ALPHANUMERIC, 20, "gitlab-key"],
  ["sk-proj-", ALPHANUMERIC, 74, "openai-key"],
  ["sk-", ALPHANUMERIC, 48, "openai-key"],
  ["sk-ant-api03-", ALPHANUMERIC, 93, "anthropic-key"],
  ["sk-ant-oat01-", ALPHANUMERIC, 60, "anthropic-key"],
  ["sk-or-v1-", HEX, 64, "openrouter-key"],
  ["xoxb-123456789012-", ALPHANUMERIC, 24, "slack-key"],
  ["xoxp-123456789012-123456789012-", HEX, 32, "slack-key"],
  ["xapp-1-A0123456789-", ALPHANUMERIC, 40, "slack-key"],
  ["AIza", ALPHANUMERIC, 35, "google-key"],
  ["ya29.a0", ALPHANUMERIC, 60, "google-key"],
  ["GOCSPX-", ALPHANUMERIC, 28, "google-key"],
  ["sk_live_", ALPHANUMERIC, 24, "stripe-key"],
  ["sk_test_", ALPHANUMERIC, 32, "stripe-key"],
  ["rk_live_", ALPHANUMERIC, 24, "stripe-key"],
  ["whsec_", ALPHANUMERIC, 32, "stripe-key"],
  ["npm_", ALPHANUMERIC, 36, "npm-key"],
  ["pypi-AgEIcHlwaS5vcmc", ALPHANUMERIC, 80, "pypi-key"],
  ["hf_", LETTERS, 34, "huggingface-key"],
  ["gsk_", ALPHANUMERIC, 52, "groq-key"],
  ["xai-", ALPHANUMERIC, 80, "xai-key"],
  ["pplx-", ALPHANUMERIC, 48, "perplexity-key"],
  ["r8_", ALPHANUMERIC, 37, "replicate-key"],
  ["dop_v1_", HEX, 64, "digitalocean-key"],
  ["shpat_", HEX, 32, "shopify-key"],
  ["dapi", HEX, 32, "databricks-key"],
  ["dckr_pat_", ALPHANUMERIC, 27, "docker-key"],
  ["figd_", ALPHANUMERIC, 40, "figma-key"],
  ["lin_api_", ALPHANUMERIC, 40, "linear-key"],
  ["glsa_", ALPHANUMERIC, 41, "grafana-key"],
  ["hvs.", ALPHANUMERIC, 95, "hashicorp-vault-key"],
  ["tskey-auth-", ALPHANUMERIC, 32, "tailscale-key"],
  ["sbp_", HEX, 40, "supabase-key"],
  ["LTAI5t", ALPHANUMERIC, 18, "aliyun-key"],
  ["AKID", ALPHANUMERIC, 32, "tencent-key"],
  ["lsv2_pt_", HEX, 32, "langsmith-key"],
  ["tvly-", ALPHANUMERIC, 32, "tavily-key"],
  ["ATATT3", ALPHANUMERIC, 60, "atlassian-key"],
  ["PMAK-", HEX, 24, "postman-key"],
  ["rubygems_", HEX, 48, "rubygems-key"],
];

function vendorTokens(): LabelledText[] {
  return TOKENS.map(([prefix, alphabet, length, kind], at) => {
    const [language, sentence] = SENTENCES[at % SENTENCES.length] ?? ["en", "%"];
    const secret = prefix + drawn(alphabet, length, at + 1);
    return { text: sentence.replace("%", secret), secret, kind, language };
  });
}

/** `%` is replaced by a drawn password or key of the length that stands behind the kind. */
const ASSIGNMENTS: readonly (readonly [string, string, number])[] = [
  ["password=%", "password", 10],
  ["The database password is %.", "password", 11],
  ['  "password": "%",', "password", 9],
  ["DB_PASSWORD='%'", "password", 12],
  ["password: %", "password", 12],
  ["passwd = %", "password", 8],
  ["mysql --user root --password %", "password", 10],
  ["curl --token % https://ci.example.com/api", "secret", 24],
  ["passphrase: %", "password", 14],
  ["I changed the wifi password to % yesterday", "password", 10],
  ["AWS_SECRET_ACCESS_KEY=%", "aws-key", 40],
  ["aws_secret_access_key = %", "aws-key", 40],
  ["client_secret: %", "secret", 32],
  ["export SESSION_SECRET=%", "secret", 40],
  ["const apiKey = '%';", "secret", 32],
  ["api-key: %", "secret", 24],
  ["//packages.example.com/:_authToken=%", "secret", 36],
  ["the API token for the metrics service is %", "secret", 32],
  ["X-Api-Key: %", "secret", 40],
  ["recovery keys are below\nkeep them: token % end", "secret", 36],
  ["SIGNING_KEY=%", "secret", 44],
  ["spring.datasource.password=%", "password", 9],
  ["密码：%", "password", 9],
  ["密码是%", "password", 8],
  ["数据库的密码是 %，别外传", "password", 11],
  ["登录密码: %", "password", 10],
  ["把 root 密码改成 % 了", "password", 12],
  ["WiFi 密码为%，客人用的", "password", 10],
  ["口令：%", "password", 8],
  ["密钥：%", "secret", 32],
  ["访问令牌是 %", "secret", 40],
  ["API Key：%", "secret", 32],
  ["token：%", "secret", 40],
  ["新的密码设为「%」", "password", 10],
  ["服务器密码 = %", "password", 12],
  ["私钥：%", "secret", 64],
  ["管理员密码已经换成%。", "password", 11],
  ["接口密钥如下 %，请保管好", "secret", 36],
  ["<password>%</password>", "password", 10],
  ["curl -u admin:% https://ci.example.com", "password", 11],
  ["mysql -uroot -p% shop", "password", 10],
  ["sshpass -p % ssh root@web1", "password", 10],
  ["redis-cli -h cache -a % ping", "password", 12],
  ["pass: %", "password", 10],
  ["SECRET_KEY_BASE=%", "secret", 64],
  ["帐号 admin 密码 %", "password", 11],
  ["解压密码%", "password", 10],
];

function assignments(): LabelledText[] {
  return ASSIGNMENTS.map(([text, kind, length], at) => {
    const secret = `${drawn(LETTERS, length - 4, at + 100)}${drawn(DIGITS, 2, at + 1)}${drawn(LETTERS, 2, at + 200)}`;
    return { text: text.replace("%", secret), secret, kind, language: languageOf(text) };
  });
}

/** What people say, read out, write in groups or break. */
function spoken(): LabelledText[] {
  const word = (seed: number) =>
    drawn("bcdfghjklmnprstvz", 4, seed) + drawn("aeiou", 1, seed) + drawn("bcdfgrst", 4, seed + 1);
  const code = (seed: number) =>
    [drawn(HEX, 4, seed), `${drawn(DIGITS, 2, seed + 1)}${drawn("abcdef", 2, seed)}`].join("-");
  const inTwo = (prefix: string, length: number, gap: string) => {
    const body = drawn(ALPHANUMERIC, length, length + 7);
    return `${prefix}${body.slice(0, 14)}${gap}${body.slice(14)}`;
  };
  const resident = residentNumber(["110", "105"].join(""), "19900307", "123");
  const phrase = Array.from({ length: 12 }, (_, at) => drawn("aeioubcdlmnrst", 4 + at % 4, 560 + at)).join(" ");
  const han = (digits: string) => digits.replace(/\d/g, (digit) => "〇一二三四五六七八九".charAt(Number(digit)));
  const all: readonly (readonly [string, string, string])[] = [
    ["The staging database runs as app and its password is %.", word(501), "password"],
    ["Log in as bob, my password is %", word(503), "password"],
    ["服务器的密码是 %。", word(505), "password"],
    ["口令为%，别外传", word(507), "password"],
    ["My recovery codes are %", code(511), "recovery-code"],
    ["恢复码：%", code(513), "recovery-code"],
    ["The seed phrase of our wallet is: %", phrase, "secret"],
    ["助记词：%", phrase, "secret"],
    ["token is % for the project", inTwo("ghp_", 36, "\n"), "github-key"],
    ["npm 的令牌 % 先放这", inTwo("npm_", 36, " "), "npm-key"],
    ["the bucket key %", `AKIA${drawn(CAPITALS, 6, 521)}\n  ${drawn(CAPITALS, 9, 523)}7`, "aws-key"],
    ["我的手机号是%，以后打这个", han(mobile(41)), "phone"],
    ["电话 %", han(mobile(42)).replace("一", "幺"), "phone"],
    ["证件号 %", resident.replace(/^(.{3})(.{3})(.{4})(.{4})/, "$1 $2 $3 $4 "), "id-number"],
    ["身份证 %", resident.replace(/^(.{6})(.{4})/, "$1-$2-"), "id-number"],
    ["write to % please", ["jane.doe", "(at)", "example.com"].join(""), "email"],
    ["reach % any time", ["jane", " [at] ", "example", " [dot] ", "com"].join(""), "email"],
    ["邮箱 %", ["jane.doe", "\uff20", "example.com"].join(""), "email"],
  ];
  return all.map(([text, secret, kind]) => ({
    text: text.replace("%", secret),
    secret,
    kind,
    language: languageOf(text),
  }));
}

function addresses(): LabelledText[] {
  const password = (seed: number) => drawn(ALPHANUMERIC, 10, seed);
  const texts: readonly (readonly [string, string, string])[] = [
    ["postgres://app:%@db.internal:5432/app", password(1), "url-password"],
    ["redis://:%@cache.example.com:6379/0", password(2), "url-password"],
    ["clone https://bot:%@git.example.com/team/app.git", password(3), "url-password"],
    ["mongodb+srv://reader:%@cluster0.example.net/logs?retryWrites=true", password(4), "url-password"],
    ["数据库地址 mysql://root:%@10.0.0.5/shop 记一下", password(5), "url-password"],
    ["代理 http://user:%@proxy.example.com:8080", password(6), "url-password"],
    ["amqp://svc:%@mq.example.com/vhost", password(7), "url-password"],
    ["https://%@github.com/acme/private.git", drawn(ALPHANUMERIC, 40, 8), "url-password"],
    ["https://api.example.com/v1/items?access_token=%&page=2", drawn(ALPHANUMERIC, 32, 9), "url-secret"],
    ["https://maps.example.com/tiles?key=%", drawn(ALPHANUMERIC, 39, 10), "url-secret"],
    ["回调 https://hook.example.com/in?secret=%", drawn(ALPHANUMERIC, 20, 11), "url-secret"],
    ["https://bucket.example.com/a.zip?X-Amz-Signature=%", drawn(HEX, 64, 12), "url-secret"],
    [
      "https://%",
      ["hooks.sla", "ck.com/services/T01ABCDEF/B01ABCDEF/", drawn(ALPHANUMERIC, 24, 13)].join(""),
      "webhook",
    ],
    ["飞书机器人 https://%", ["open.fei", "shu.cn/open-apis/bot/v2/hook/", drawn(HEX, 8, 14)].join(""), "webhook"],
    ["Authorization: Bearer %", drawn(ALPHANUMERIC, 40, 16), "bearer-token"],
    ['-H "Authorization: Basic %"', `${drawn(ALPHANUMERIC, 22, 17)}==`, "bearer-token"],
    ["请求头带 Authorization: Bearer % 就行", drawn(ALPHANUMERIC, 40, 18), "bearer-token"],
    ["send it as bearer %", drawn(ALPHANUMERIC, 32, 19), "bearer-token"],
    ["Cookie: sid=%; theme=dark", drawn(ALPHANUMERIC, 26, 20), "cookie"],
  ];
  return texts.map(([text, secret, kind]) => ({
    text: text.replace("%", secret),
    secret,
    kind,
    language: languageOf(text),
  }));
}

function keys(): LabelledText[] {
  const lines = (seed: number, count: number) =>
    Array.from({ length: count }, (_, at) => drawn(ALPHANUMERIC, 64, seed + at)).join("\n");
  const block = (name: string, seed: number) =>
    [`-----BEGIN ${name}-----`, lines(seed, 6), `-----END ${name}-----`].join("\n");
  const jwt = (seed: number) =>
    `eyJ${drawn(ALPHANUMERIC, 33, seed)}.eyJ${drawn(ALPHANUMERIC, 60, seed + 1)}.${drawn(ALPHANUMERIC, 43, seed + 2)}`;
  const all: readonly (readonly [string, string, string])[] = [
    ["Here is the key:\n%\nkeep it", block("RSA PRIVATE KEY", 300), "private-key"],
    ["%", block("PRIVATE KEY", 310), "private-key"],
    ["deploy key\n%", block("OPENSSH PRIVATE KEY", 320), "private-key"],
    ["这是服务器的私钥：\n%\n不要提交", block("EC PRIVATE KEY", 330), "private-key"],
    ["one line: %", block("RSA PRIVATE KEY", 340).replaceAll("\n", "\\n"), "private-key"],
    ["截断的 %", `-----BEGIN PRIVATE KEY-----\n${lines(350, 3)}`, "private-key"],
    ["the session is %", jwt(400), "jwt"],
    ["当前登录态 %，过期再换", jwt(410), "jwt"],
    ["Set-Cookie ends, id_token %", jwt(420), "jwt"],
  ];
  return all.map(([text, secret, kind]) => ({
    text: text.replace("%", secret),
    secret,
    kind,
    language: languageOf(text),
  }));
}

function people(): LabelledText[] {
  const all: readonly (readonly [string, string, string])[] = [
    ["my card is %", cardNumber("4", 16, 1), "card"],
    ["pay with % please", cardNumber("51", 16, 2).replace(/(.{4})(?=.)/g, "$1 "), "card"],
    ["Amex %, exp 04/29", cardNumber("37", 15, 3), "card"],
    ["card on file: %", cardNumber("6011", 16, 4).replace(/(.{4})(?=.)/g, "$1-"), "card"],
    ["银行卡 %", cardNumber("62", 19, 5), "card"],
    ["卡号：%，户名张三", cardNumber("62", 16, 6), "card"],
    ["工资打到 % 这张卡", cardNumber("6222", 19, 7), "card"],
    ["信用卡号%", cardNumber("4", 16, 8), "card"],
    ["transfer to %", accountNumber("DE", "370400440532013000"), "iban"],
    ["IBAN: %", accountNumber("GB", "NWBK60161331926819").replace(/(.{4})(?=.)/g, "$1 "), "iban"],
    ["my account is %.", accountNumber("FR", "20041010050500013M02606"), "iban"],
    ["收款账户 %", accountNumber("NL", "ABNA0417164300"), "iban"],
    ["汇款到 % 就可以", accountNumber("CH", "00762011623852957"), "iban"],
    ["身份证 %", residentNumber("110105", "19900307", "123"), "id-number"],
    ["身份证号码：%。", residentNumber("440301", "19851120", "002"), "id-number"],
    ["我的证件号是%，订票用", residentNumber("310104", "20010615", "418"), "id-number"],
    ["resident id % for the booking", residentNumber("510107", "19781201", "331"), "id-number"],
    ["护照 % 六月到期", `E${drawn(DIGITS, 8, 38)}`, "id-number"],
    ["passport number: %", drawn("123456789", 9, 39), "id-number"],
    ["办公室电话 %", ["(021)", "62345678"].join(" "), "phone"],
    ["助记词：%", Array.from({ length: 12 }, (_, at) => drawn("aeioubcdlmnrst", 5, 60 + at)).join(" "), "secret"],
    ["SSN: %", ["536", "22", "8726"].join("-"), "id-number"],
    ["手机 %", mobile(31), "phone"],
    ["手机号是%，微信同号", mobile(32), "phone"],
    ["打 % 找我", mobile(33), "phone"],
    ["联系电话：%", `+86 ${mobile(34)}`, "phone"],
    ["快递留 % 这个电话", mobile(35).replace(/^(.{3})(.{4})/, "$1-$2-"), "phone"],
    ["妈妈的号码 %", mobile(36).replace(/^(.{3})(.{4})/, "$1 $2 "), "phone"],
    ["公司座机 %", ["010", "62345678"].join("-"), "phone"],
    ["办公室 % 转 802", ["0755", "86543210"].join("-"), "phone"],
    ["My Chinese number is %", mobile(37), "phone"],
    ["call %", ["+44", "20", "7946", "0958"].join(" "), "phone"],
    ["text me at %", ["+1", "415", "555", "2671"].join("-"), "phone"],
    ["ring %", ["(415)", "555-2671"].join(" "), "phone"],
    ["desk: %", ["212", "555", "0187"].join("-"), "phone"],
    ["mobile % (evenings)", ["+49", "1512", "3456789"].join(" "), "phone"],
    ["phone: %", ["020", "7946", "0958"].join(" "), "phone"],
    ["WhatsApp %", ["+33", "6", "12", "34", "56", "78"].join(" "), "phone"],
    ["her number is %", ["+81", "90", "1234", "5678"].join("-"), "phone"],
    ["香港的号码 %", ["+852", "9123", "4567"].join(" "), "phone"],
    ["write to %", address("alice.smith", "example.com"), "email"],
    ["Contact: <%>", address("dev+alerts", "mail.example.co.uk"), "email"],
    ["the invoice goes to %, always", address("billing", "shop.example.net"), "email"],
    ["mailto:%", address("x_y-z", "example.io"), "email"],
    ["Signed-off-by: A. N. Other <%>", address("other", "kernel.example.org"), "email"],
    ["reviewer=%", address("bob99", "corp.example.com"), "email"],
    ["邮箱是%，有事发这里", address("zhang.san", "example.cn"), "email"],
    ["发给 % 就行", address("li.si", "mail.example.com.cn"), "email"],
    ["联系人邮箱：%。", address("wangwu88", "example.com"), "email"],
    ["抄送%和运维", address("ops", "example.org"), "email"],
  ];
  return all.map(([text, secret, kind]) => ({
    text: text.replace("%", secret),
    secret,
    kind,
    language: languageOf(text),
  }));
}

function address(local: string, domain: string): string {
  return [local, domain].join("@");
}

/** Returns a number of a Chinese mobile. */
function mobile(seed: number): string {
  return `1${drawn("3456789", 1, seed)}${drawn("123456789", 1, seed)}${drawn(DIGITS, 8, seed)}`;
}

function languageOf(text: string): LabelledText["language"] {
  return /\p{Script=Han}/u.test(text) ? "zh" : "en";
}
