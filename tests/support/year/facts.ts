/**
 * Durable facts of an invented user: statements in English and Chinese with the questions that they answer. A fact changes by
 * a digit, a name or a negation, and nothing else of it.
 *
 * @module
 */
import type { Random } from "../../../bench/random.ts";

/** One fact with its values over the year. */
export interface Fact {
  /** Names it in tables. */
  readonly name: string;
  /** How it is said with each of its values, the first one first; at least two. */
  readonly statements: readonly string[];
  /** Ways to ask for it; no two have the same words. */
  readonly questions: readonly string[];
}

/** Returns facts, as many as wanted; English and Chinese take turns. */
export function makeFacts(count: number, random: Random): Fact[] {
  const english = shuffled(ENGLISH.flatMap((form) => SERVICES.map((service) => form(service, random))), random);
  const chinese = shuffled(CHINESE.flatMap((form) => SERVICES_HAN.map((service) => form(service, random))), random);
  return Array.from({ length: count }, (_, at) => (at % 2 === 0 ? english : chinese)[at >> 1]).filter((fact) =>
    fact !== undefined
  );
}

type Form = (service: string, random: Random) => Fact;

const SERVICES = [
  "gateway",
  "relay",
  "scheduler",
  "ledger",
  "billing worker",
  "mail bridge",
  "image proxy",
  "queue broker",
  "audit collector",
  "search frontend",
];
const HOSTS = ["alder-3", "birch-7", "cedar-2", "maple-5", "rowan-9", "linden-4"];
const CHECKS = ["smoke test", "load test", "security review", "schema check"];

const ENGLISH: readonly Form[] = [
  (service, random) => {
    const port = 18_000 + random.below(900);
    return {
      name: `port of the ${service}`,
      statements: [port, port + 1, port + 3].map((value) => `The ${service} listens on port ${value}`),
      questions: [
        `${service} port`,
        `which port does the ${service} listen on`,
        `port number of the ${service} please`,
        `on what port is the ${service} listening today`,
        `connect to the ${service} port`,
        `${service} listens port firewall`,
        `open port for ${service}`,
        `what port for ${service} again`,
      ],
    };
  },
  (service, random) => {
    const check = random.pick(CHECKS);
    const said = (word: string, hour = "noon") => `Deploys of the ${service} need ${word} ${check} before ${hour}`;
    // That no review is needed is a permission, which no note can give (SPEC 4.8).
    const second = check.endsWith("review") ? said("a", "15:00") : said("no");
    return {
      name: `${check} of the ${service}`,
      statements: [said("a"), second, said("a")],
      questions: [
        `deploys ${service} ${check}`,
        `do deploys of the ${service} need a ${check}`,
        `${service} deploys before noon`,
        `${check} needed for ${service} deploys`,
        `what do deploys of ${service} need`,
        `noon ${check} ${service}`,
        `deploys need ${check} ${service} rules`,
      ],
    };
  },
  (service, random) => {
    const days = 20 + random.below(60);
    return {
      name: `backups of the ${service}`,
      statements: [days, days + 7, days + 1].map((value) => `The ${service} keeps its backups for ${value} days`),
      questions: [
        `${service} backups`,
        `how long does the ${service} keep backups`,
        `backups kept days ${service}`,
        `days of backups in the ${service}`,
        `keep backups ${service} retention`,
        `${service} keeps backups how many days`,
      ],
    };
  },
  (service, random) => {
    const [a = "", b = "", c = ""] = shuffled(HOSTS, random);
    return {
      name: `host of the ${service}`,
      statements: [a, b, c].map((host) => `The ${service} runs on ${host}`),
      questions: [
        `host ${service} runs`,
        `where does the ${service} run`,
        `which machine is the ${service} running on`,
        `${service} runs on which host`,
        `log in where ${service} runs`,
        `restart host that runs ${service}`,
      ],
    };
  },
];

const SERVICES_HAN = [
  "网关",
  "中继站",
  "调度器",
  "账本服务",
  "计费程序",
  "邮件桥",
  "图片代理",
  "消息队列",
  "审计采集",
  "搜索前台",
];
const PEOPLE_HAN = ["小王", "小李", "老张", "小陈", "老赵", "小孙"];
const CHECKS_HAN = ["冒烟测试", "压力测试", "安全评审", "结构检查"];
const WEEK_HAN = ["周一", "周二", "周三", "周四", "周五"];

const CHINESE: readonly Form[] = [
  (service, random) => {
    const port = 21_000 + random.below(900);
    return {
      name: `${service}的端口`,
      statements: [port, port + 1, port + 3].map((value) => `${service}监听端口 ${value}`),
      questions: [
        `${service}端口`,
        `${service}监听哪个端口`,
        `${service}的监听端口号`,
        `防火墙要放行${service}端口`,
        `${service}监听端口忘了`,
        `连接${service}监听的端口`,
        `查一下${service}监听端口`,
      ],
    };
  },
  (service, random) => {
    const check = random.pick(CHECKS_HAN);
    return {
      name: `${service}的${check}`,
      statements: [
        `${service}上线之前需要${check}`,
        `${service}上线之前不需要${check}`,
        `${service}上线之前需要${check}`,
      ],
      questions: [
        `${service}上线${check}`,
        `${service}上线之前要什么`,
        `${service}上线之前做${check}吗`,
        `上线之前${service}需要${check}`,
        `${service}需要${check}`,
        `今天${service}上线之前`,
      ],
    };
  },
  (service, random) => {
    const [a = "", b = "", c = ""] = shuffled(PEOPLE_HAN, random);
    return {
      name: `${service}负责人`,
      statements: [a, b, c].map((person) => `${service}的负责人是${person}`),
      questions: [
        `${service}负责人`,
        `${service}的负责人是谁`,
        `谁是${service}的负责人`,
        `找${service}负责人`,
        `${service}负责人电话`,
        `问一下${service}的负责人`,
      ],
    };
  },
  (service, random) => {
    const [a = "", b = "", c = ""] = shuffled(WEEK_HAN, random);
    return {
      name: `${service}例会`,
      statements: [a, b, c].map((day) => `${service}例会时间是${day}上午十点`),
      questions: [
        `${service}例会时间`,
        `${service}例会是什么时候`,
        `${service}的例会时间`,
        `下次${service}例会时间`,
        `${service}例会上午几点`,
        `参加${service}例会时间`,
      ],
    };
  },
];

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  const taken: T[] = [];
  while (left.length > 0) taken.push(...left.splice(random.below(left.length), 1));
  return taken;
}
