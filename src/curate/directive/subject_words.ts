/**
 * The words by which two directives are about the same subject, English and Chinese side by side (docs/directives.md): values
 * that exclude each other, names of one thing in both languages, and words that name no subject.
 *
 * @module
 */

/**
 * Slots that take one value at a time, each as `name = words for the slot = value; value`, the words of a value between
 * `|`, its name first. With `?` behind its name a slot may hold several values, so that the owner is asked.
 */
export const VALUE_SLOTS: readonly string[] = [
  "language = language|languages|语言|語言 = english|英文|英语|英語; chinese|mandarin|中文|汉语|漢語|普通话|华语; german|德语|德文; french|法语|法文; japanese|日语|日文|日語; korean|韩语|韩文; spanish|西班牙语|西语; italian|意大利语; portuguese|葡萄牙语; russian|俄语|俄文; cantonese|粤语; arabic|阿拉伯语; dutch|荷兰语",
  "script = 字体|script = simplified|简体|简体字|简体中文|簡體; traditional|繁体|繁体字|繁体中文|繁體",
  "spelling = spelling|spellings|拼写 = british|uk english|british english|英式; american|us english|american english|美式",
  "indent = indentation|indent|indents|缩进|縮排 = tab|tabs|制表符|tab键; space|spaces|空格",
  "quotes = quotes|quote style|引号 = single quotes|single-quotes|single quote|单引号; double quotes|double-quotes|double quote|双引号",
  "length = length|长度|篇幅 = short|shorter|brief|briefly|concise|concisely|terse|tersely|succinct|succinctly|compact|简短|简洁|简明|精简|简练|简要|短; long|longer|detailed|verbose|lengthy|thorough|in detail|at length|elaborate|详细|详尽|冗长|展开",
  "tone = tone|语气|语调|口吻 = formal|formally|正式|书面语; informal|informally|casual|casually|relaxed|随意|轻松|口语|口语化",
  "theme = theme|mode|主题|模式 = dark|dark mode|dark theme|深色|暗色|深色模式|深色主题|夜间模式; light|light mode|light theme|浅色|亮色|浅色模式|浅色主题",
  "units = units|unit|单位|度量衡 = metric|metric units|公制; imperial|imperial units|英制",
  "temperature = temperature|温度 = celsius|摄氏|摄氏度; fahrenheit|华氏|华氏度",
  "clock = clock|time format|时间格式 = 24-hour|24 hour|24h|24小时制|24小时; 12-hour|12 hour|12h|am/pm|12小时制",
  "case = case|naming|命名|大小写 = camelcase|camel case|驼峰|驼峰命名|小驼峰; snake_case|snake case|snakecase|下划线命名|蛇形命名; kebab-case|kebab case|短横线命名; pascalcase|pascal case|大驼峰; lower case|lowercase|lower-case|小写; upper case|uppercase|upper-case|大写",
  "package manager = package manager|package managers|包管理器|包管理|包管理工具 = npm; pnpm; yarn",
  "python packages =  = pip; poetry; uv; conda; pipenv",
  "editor = editor|ide|text editor|编辑器 = vim; neovim|nvim; emacs; vscode|vs code|visual studio code; nano; sublime|sublime text; intellij",
  "shell = shell|终端 = bash; zsh; fish; powershell",
  "browser = browser|web browser|浏览器 = chrome|chromium; firefox; safari; brave",
  "test runner = test runner|test framework|测试框架 = jest; vitest; mocha",
  "python tests =  = pytest; unittest",
  "history = merge strategy|合并方式 = rebase|rebasing|变基; merge commit|merge commits|合并提交; squash|squashing|squash merge",
  "currency = currency|货币 = usd|dollar|dollars|美元; eur|euro|euros|欧元; cny|rmb|yuan|人民币; gbp|pounds|英镑; jpy|yen|日元",
  "address = form of address|称谓 = 您; du",
  "frequency =  = daily|every day|每天|每日; weekly|every week|每周; monthly|every month|每月; hourly|every hour|每小时",
  "weekday =  = monday|mondays|周一|星期一; tuesday|tuesdays|周二|星期二; wednesday|wednesdays|周三|星期三; thursday|thursdays|周四|星期四; friday|fridays|周五|星期五; saturday|saturdays|周六|星期六; sunday|sundays|周日|星期日|星期天",
  "part of day =  = morning|mornings|in the morning|早上|上午; afternoon|afternoons|下午; evening|evenings|晚上",
  "order = sort order|顺序 = ascending|升序; descending|降序",
  "programming language? = programming language|programming languages|编程语言 = typescript|ts; javascript|js; python; rust; golang|go语言; java; kotlin; ruby; c++; c#; swift; php",
  "format? = file format|格式 = markdown|md; json; yaml|yml; toml; csv; html; plain text|纯文本; latex; xml; table|tables|表格; bullet points|bullets|bullet list|bullet lists|要点|列表; prose|paragraphs|段落",
];

/** Names of one thing; the first is what it counts as. */
export const CONCEPTS: readonly string[] = [
  "answer|answers|answering|reply|replies|replying|response|responses|respond|responding|回答|回复|回覆|答复|应答|作答|答案",
  "commit-message|commit message|commit messages|提交信息|提交说明|提交消息|commit 信息|commit信息|commit message",
  "commit|commits|committing|提交",
  "comment|comments|code comment|code comments|注释|代码注释",
  "code|代码|程式码",
  "test|tests|testing|unit test|unit tests|测试|单测|单元测试",
  "semicolon|semicolons|分号",
  "comma|commas|逗号",
  "emoji|emojis|emoticon|emoticons|smileys|表情|表情符号|表情包|颜文字",
  "line|lines|行|每行|单行",
  "character|characters|chars|字符",
  "word|words|字|个字",
  "function|functions|函数",
  "variable|variables|variable name|variable names|变量|变量名",
  "file|files|文件",
  "file-name|file name|file names|filename|filenames|文件名",
  "folder|folders|directory|directories|目录|文件夹",
  "documentation|docs|document|documents|文档",
  "error|errors|error message|error messages|错误|报错|错误信息",
  "summary|summaries|summarise|summarize|总结|摘要|小结",
  "email|emails|e-mail|e-mails|mail|邮件|电子邮件",
  "meeting|meetings|会议|开会",
  "branch|branches|分支",
  "push|pushing|推送",
  "merge|merging|合并",
  "deploy|deploys|deploying|deployment|deployments|部署|上线",
  "release|releases|发布|发版",
  "review|reviews|code review|code reviews|评审|代码评审|审查|代码审查",
  "explanation|explanations|explain|explaining|解释|讲解",
  "example|examples|例子|示例|举例",
  "title|titles|heading|headings|标题",
  "report|reports|报告|汇报",
  "date|dates|date format|日期|日期格式",
  "log|logs|logging|日志",
  "database|databases|数据库",
  "question|questions|ask|asking|提问|询问|问题",
  "greeting|greetings|greet|问候|寒暄|打招呼",
  "joke|jokes|humour|humor|玩笑|笑话|幽默",
  "apology|apologies|apologise|apologize|道歉",
  "praise|compliments|flattery|恭维|夸奖|奉承",
  "note|notes|笔记|备忘",
  "dependency|dependencies|依赖",
  "type|types|type annotation|type annotations|类型|类型注解",
  "trailing-comma|trailing comma|trailing commas|尾随逗号|尾逗号",
  "backup|backups|备份",
  "password|passwords|密码|口令",
  "secret|secrets|密钥|秘密",
  "name|names|名字|姓名|称呼",
  "translation|translate|翻译",
  "production|prod|生产|生产环境|线上",
  "staging|预发|预发布|测试环境",
  "frontend|front end|front-end|前端",
  "backend|back end|back-end|后端",
  "work|工作",
  "home|家|家里",
  "weekend|weekends|周末",
];

/** Words that name no subject: how an order is given, and what joins its parts. */
export const EMPTY_WORDS: readonly string[] = [
  "always never prefer preferably avoid use uses used using utilise utilize do does did not no nor don't doesn't never ever stop",
  "refrain make sure be ensure please keep keeping kept give gives write writes writing put have has get let lets stay stick want",
  "wants like likes need needs should must shall may can will would could a an the this that these those my your our their his her its",
  "i we you he she it they me us them to in into for of on onto with without and or but by at as from about over under than then so",
  "all any every each some both when whenever while if only just also really very too more most less rather instead please is are was were",
  "been being up out off between within during before after until unless because one ones thing things something always default by",
  "longer it's i'm there here own same other way style user's owner's user owner agent at least most no",
];

/** The same in Chinese, parted by blanks. */
export const EMPTY_WORDS_HAN: readonly string[] = [
  "总是 總是 永远 始终 一律 务必 必须 绝不 絕不 绝对不要 绝对 决不 永不 从不 千万 切勿 请勿 禁止 严禁 不准 不许 不得 不要 不用 不能 不再 别 優先 优先 优先用 优先使用",
  "尽量 避免 应当 应该 最好 记得 注意 确保 请 要 用 使用 采用 改用 写成 写 给 给出 把 将 以 为 作为 做 的 地 得 了 着 过 都 就 也 再 先 只 仅 还 很 更 最 比较",
  "和 与 或 及 跟 对 对于 关于 在 里 中 内 上 下 时 时候 的时候 当 每 每次 每个 所有 任何 一切 全部 保持 使 让 我 你 您们 你们 我们 他 她 它 用户 主人 自己 喜欢 偏好 偏爱 倾向于 而不是 不是",
  "而 并 是 有 没 不 无 没有 可以 需要 会 能 这 那 这个 那个 一个 一些 个 种 些 方面 之前 之后 以前 以后 今后 前 后 直接 尽可能 样式 风格 方式",
];
