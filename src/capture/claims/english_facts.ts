/**
 * Which English sentences are facts that last.
 *
 * @module
 */
import type { Speaker } from "./claims_in.ts";
import { isStatement } from "./english_statement.ts";
import { isNamedValue, isTrait } from "./named_value.ts";

/**
 * Returns whether a sentence says something that will still hold or matter next month. Owners may also order: `Never push
 * to main`. What an agent did, plans, offers or counts is none; what it found out may be.
 */
export function englishVerdict(text: string, speaker: Speaker): boolean {
  if (speaker === "owner" && isTrait(text)) return true;
  if (text.split(/\s+/).length < MIN_WORDS || ALWAYS_REJECTED.some((pattern) => pattern.test(text))) return false;
  if (hasLooseIt(text)) return false;
  const isRule = RULE.test(text);
  if (speaker === "agent") {
    return !AGENT_REJECTED.some((pattern) => pattern.test(text)) && !TASK.test(text) && isOfProject(text) &&
      isStatement(text);
  }
  if (MOMENT.test(text) && !/\bfrom now on\b/i.test(text)) return false;
  if (ORDER.test(text)) return !ONE_TIME_ORDER.test(isRule ? text.replace(/ first[.!]*$/i, "") : text);
  if (isRule) return !/^(?:can|could|would|will) you\b/i.test(text) && (isStatement(text) || RULE_ORDER.test(text));
  if (TASK.test(text) && !isNamedValue(text)) return false;
  return !OWNER_REJECTED.some((pattern) => pattern.test(text)) && isStatement(text);
}

/** Two words are a name or an exclamation. */
const MIN_WORDS = 3;

/** Points at something that the sentence does not hold, doubts, or depends on a wish of the other. */
const ALWAYS_REJECTED: readonly RegExp[] = [
  /^(?:it|its|it's|that's|that|these|those|they|they're|them|their|he|she|he's|she's|his|her|here|here's|such|both|either|neither|which|who|what|whatever|why|how|same|otherwise|instead|then|thus|hence|therefore|maybe|perhaps|else|whoever)\b/i,
  /^there(?:'s|'re)? (?!(?:is|are) (?:a|an|no|only|two|three|four|five|six|seven|eight|\d)\b)/i,
  /^this (?!(?:project|repo|repository|workspace|machine|codebase|team|monorepo|app|service|package|laptop|server|company|house|year)\b)/i,
  /\b(?:this|these|those) (?:one|ones|file|files|function|line|lines|change|changes|error|errors|issue|bug|test|tests|way|part|time|is|was|are|were|will|should|can|does|approach|step|steps|message|case|point|task|turn|session)\b|\b(?:above|below|aforementioned|former|latter|the other one|the following|as follows|see also|these|those)\b/i,
  /\b(?:maybe|perhaps|probably|possibly|presumably|apparently|i guess|i think|i suppose|i assume|not sure|unsure|no idea|might|may be|could be|could have|seems?|seemed|looks like|appears?|i wonder|hopefully|supposedly|kind of|sort of|or something|somehow)\b/i,
  /\b(?:if you(?:'d)? (?:want|like|need|prefer)|let me know|feel free|would you|do you|shall i|should i|want me to|happy to|don't worry|no worries|never ?mind|thank you|thanks)\b/i,
  /^(?:looks?|sounds?|works?|nice|great|perfect|awesome|cool|good|lgtm|wow|damn|ugh|oops|sorry|congrats|welcome|cheers|lol|haha|agreed|same here|fair enough|my bad|never mind|no problem|of course)\b/i,
  /\b(?:right now|at the moment|just now|so far|in progress|work in progress|wip|stay tuned|one sec|hang on|hold on|a moment)\b/i,
  /^(?:step|phase|option|example|case|part|section|chapter|figure|table|question|answer|todo|to-do|output|result|results|input|summary|usage|changes|changed|files|next|remaining) ?\d*\s*[:.\u2014-]/i,
  /^(?:for example|for instance|e\.g\.|i\.e\.|in other words|in this case|in that case|as expected|as a result|after that|before that|given that|with that|based on (?:this|that)|to do (?:this|that|so))\b/i,
];

/** Words of the moment: what the owner sees, and what is over tomorrow. */
const MOMENT =
  /\b(?:currently (?:running|working|failing|broken|down|stuck)|still (?:failing|fails|broken|running|not|get|getting|see|seeing|there|wrong|doesn't|can't)|for now|again\W*$|just (?:failed|crashed|finished|got|saw|tried|noticed|realized|started|pushed|merged|ran|now)|(?:is|are|was) (?:failing|broken|stuck|hanging|red|green) ?(?:again|now)?\W*$|now (?:it|the) (?:works|fails|says|test|build)|in a (?:minute|moment|second|bit)|later today|tonight|this (?:morning|afternoon|evening))\b/i;

/** What holds for every time. */
const RULE =
  /\b(?:always|never|from now on|by default|whenever|going forward|in (?:the )?future|no longer|until further notice|at all times|every (?:time|day|week|month|year|morning|evening|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday|commit|pr|release|deploy|branch|test|change)|(?:before|after) (?:each|every|any)|must(?:n't| not)?|only ever|is (?:not )?allowed|are (?:not )?allowed|without (?:asking|my)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i;

/** An order that holds for every time begins like this. */
const RULE_ORDER =
  /^(?:please )?(?:[a-z]+ly )?(?:always|never|from now on,?|whenever|when|before|after|by default,?|in future,?|going forward,?|[a-z]+)\b/i;

/** Orders that say how to work, not what to do next. */
const ORDER =
  /^(?:please )?(?:never|always|prefer|avoid|stick to|only (?:use|deploy|commit|push|merge|write|run|answer|reply)|call me|address me|(?:answer|reply|respond|speak|talk|write)(?: to me)? (?:me )?in|(?:don't|do not) (?:ever )?(?:use|push|commit|deploy|merge|add|write|send|call|put|store|mention|suggest|create|run|share|log|rebase|squash|force|delete|install|schedule|book)|use [^.]{2,60}? (?:for|instead of|over|rather than|when(?:ever)?|everywhere|in all|as the|not|never|by default)\b|use [^.]{2,60}?, (?:not|never)|ask (?:me )?before|keep (?:commits?|prs?|pull requests?|functions?|files?|answers?|replies|messages?|lines?|comments?|changes?|diffs?|names?|tests?|docs?|explanations?|summaries) )/i;
/** An order for what lies on the table. */
const ONE_TIME_ORDER =
  /\b(?:this|them|these|those|(?<!from )now|yet|today|for now|until (?:i|we)|the (?:other|new|old|current|existing|same|above|last|previous|first|second) (?:one|function|file|helper|version|test|approach)|line \d+|above|below)\b|\bit\b(?! is)|\b(?:that|instead|again|(?<!me )first)[.!]*$/i;

/** What somebody is told to do next. */
const TASK =
  /^(?:(?:please|pls|now|then|first|next|also|just|so|and|ok|okay|quickly|kindly|finally|second|third|go ahead and|you (?:should|could|can|need to|have to)|can you|could you|would you|will you|let's|let us|try to|try and|make sure(?: (?:to|that|you))?|be sure to|we (?:should|need to|have to|could|can|might|ought to|want to)|i (?:need|want|would like|'d like) you to|i'd like you to),? )*(?:add|adjust|analy[sz]e|append|apply|assign|attach|bump|build|bring|call|cancel|change|check|clean|clone|close|collect|comment|commit|compare|compile|compute|configure|confirm|connect|consider|continue|convert|copy|count|cover|create|cut|debug|define|delete|deploy|describe|design|disable|do|document|double-check|download|draft|drop|dump|edit|enable|ensure|evaluate|examine|execute|expand|explain|explore|export|extend|extract|fetch|figure|fill|filter|find|finish|fix|follow|format|generate|get|give|go|grep|group|handle|have a look|help|hide|highlight|implement|import|improve|include|increase|inline|insert|inspect|install|introduce|investigate|join|keep|kill|launch|leave|let|limit|link|lint|list|load|lock|log|look|make|mark|measure|merge|migrate|mock|modify|monitor|move|note|notice|omit|open|optimi[sz]e|order|organi[sz]e|output|parse|paste|patch|pick|pin|plan|plot|polish|port|prepare|print|prioriti[sz]e|profile|prove|provide|publish|pull|push|put|read|rebase|rebuild|recheck|record|redo|reduce|refactor|reformat|reload|remind|remove|rename|reorder|repeat|replace|reply|report|reproduce|rerun|research|reset|resolve|restart|restore|restructure|retry|return|revert|review|revise|rewrite|roll|run|save|scan|scroll|search|see|select|send|separate|set|share|ship|show|shorten|simplify|skip|sort|split|squash|start|stop|store|submit|suggest|summari[sz]e|support|swap|switch|sync|take|tell|test|think|throw|tidy|toggle|trace|track|translate|trim|try|tune|turn|type|undo|uninstall|unify|update|upgrade|upload|use|validate|verify|view|visit|wait|walk|watch|wire|work|wrap|write|avoid|prefer|never|always|don't|do not|note|remember|refer|given)\b/i;

/** Owners say these of themselves and of the talk. */
const OWNER_REJECTED: readonly RegExp[] = [
  /^(?:and |but |so )?(?:i|we)(?:'m|'ll|'d|'ve been| am| will| would| have been)? (?:just |really |also |still |now |already |only |actually |definitely |kind of )*(?:think|thought|figured|guess|wonder|mean|see|saw|hope|wish|understand|understood|feel|believe|suppose|assume|expected|expect|need|want|wanted|would|could|can|can't|cannot|should|will|won't|shall|may|going|gonna|trying|tried|try|looking|checking|running|working on|getting|got|get|forgot|asked|said|told|noticed|found|find|see|ran|read|mean|meant|know|knew|don't (?:know|understand|think|see|get|need|want|mind|care)|didn't|haven't|hadn't|doesn't|agree|disagree|appreciate|love (?:it|this|that)|like (?:it|this|that)|hate (?:it|this|that)|have to|had to|just|sure|sorry|afraid|glad|happy|curious|confused|stuck|wondering|thinking|back|done|ready|here|good|fine|ok|okay|aware|about to)\b/i,
  /^(?:i|we)(?:'ve|'m|'d| have| had| am| was| were| would)? (?:just |really |also |still |now |already |actually |recently |even |always )*(?:(?:been |was |were )?(?:meaning|thinking|considering|wondering|noticing|hoping|planning|curious|excited|concerned|worried|interested|struggling|feeling|looking)\b|heard\b|plan(?:s|ned)?\b|like the\b|remember\b|appreciate[sd]?\b|struggle\b|see\b|wonder\b|provided\b|mentioned\b|(?:a bit|a little|kind of|so|pretty|very|quite) )/i,
  /^(?:i|we)'(?:m|ll|d|re) (?!(?:allergic|a|an|the|from|based|vegetarian|vegan|responsible|in charge|left-handed|right-handed|married|colou?r-?blind|on call|deaf|lactose|diabetic|on|in|at|not a|self-employed|retired|born)\b)/i,
  /^(?:you|you're|you've|you'll|your (?:last|previous|change|changes|answer|fix|code|suggestion|patch|plan|idea|summary)|let's|let us|can we|could we|how about|what about|what if|why not|imagine|suppose|say|as for|regarding|about|speaking of)\b/i,
  /^if (?:you|it|that|this|not|so|possible|needed|necessary)\b/i,
  /\b(?:should (?:we|i|it)|could (?:we|you)|can you|please)\b/i,
  /\b(?:doesn't work|didn't work|does not work|isn't working|not working|won't (?:start|build|compile|work)|keeps (?:failing|crashing)|crash(?:es|ed) (?:when|with|on)|throws? (?:an?|the)|fails? (?:with|to|when|on)|got an? (?:error|exception)|error message|stack ?trace|there(?:'s| is| are) (?:a |an |some )?(?:bugs?|problems?|errors?|issues?|failures?|typos?))\b|\b(?:is|are) (?:still )?(?:wrong|broken|fine|good|great|ok|okay|done|ready|enough|weird|strange|odd|annoying|ugly|better|worse|nice|perfect|correct|missing|empty|green|red|up|down|back)\W*$/i,
  /\b(?:the (?:diff|patch|output|error|log|logs|screenshot|result|results|change|changes|answer|summary|plan|idea|first|second|last) (?:is|are|was|were|looks?|says?|shows?))\b/i,
];

/** An agent that speaks of itself, to somebody, of what it did or will do, or of the state of a run. */
const AGENT_REJECTED: readonly RegExp[] = [
  /^(?:`[^`]*`|[^,;:`])*\b(?:it|them|they)\b|\.\w{1,5}:\d+/i,
  /\b(?:i|i'm|i've|i'll|i'd|me|my|mine|we|we're|we've|we'll|us|our|you|you're|you've|you'll|your|yours|let's)\b/i,
  /^(?:done|fixed|added|updated|created|removed|deleted|renamed|moved|changed|refactored|implemented|extracted|replaced|introduced|rewrote|cleaned|bumped|installed|verified|confirmed|checked|tested|ran|running|reading|looking|checking|searching|found|adding|updating|creating|fixing|writing|building|starting|using|trying|making|investigating|analy[sz]ing|implementing|applying|waiting|continuing|moving|done|ready|all (?:set|done|good|green|clear)|everything|nothing|no (?:changes|errors|issues|problems|failures)|one (?:more|thing|file)|two (?:things|files|options)|both|good|great|perfect|excellent|hmm|interesting)\b/i,
  /\b(?:tests?|test suite|suite|builds?|lint(?:er|ing)?|type ?checks?|ci|checks?|pipeline|compilation|specs?|benchmarks?)\b.{0,60}\b(?:pass(?:es|ed|ing)?|fail(?:s|ed|ing|ures?)?|green|red|succeed(?:s|ed)?|succeeds|clean|complet(?:es|ed))\b/i,
  /\b(?:ha(?:s|ve) (?:now |been |already |also )*(?:been|updated|added|fixed|created|removed|changed|moved)|(?:is|are) now (?:fixed|passing|working|ready|done|updated|complete|green|in place|clean|gone|resolved|available|correct|running)|should now|can now|will now|should be (?:fixed|good|fine|enough|ready)|was (?:updated|added|fixed|created|removed|renamed|deleted|committed|pushed)|were (?:updated|added|fixed|created|removed|renamed|deleted|committed|pushed))\b/i,
  /\b(?:next step|next up|remaining|to-?do|todo|todos|follow-?up|will be|will then|would be|would need|could|should|needs? to be|going to|plan is|the plan|the fix (?:is|was|will)|the change|the changes|the diff|the patch|the new|options? (?:is|are)|recommend|suggest|propose|worth|ideally|simplest|easiest|best (?:option|approach|way|fix))\b/i,
  /\b(?:error|exception|failure|warning|failing|crash|line \d+|lines \d+)\b.{0,40}\b(?:is|was|says|shows|occurs|comes|points|indicates|means|at)\b/i,
  // Points of a list, each with a label, and lists that were written on one line.
  /^\*\*|^[A-Z][\w ,.'&()-]{2,60}: |\s\* |\*\*.*\*\*|\s\d\.$/,
  // Of the moment: what a command printed, how large something is, where a branch stands.
  /^the (?:(?:first|second|third|fourth|last|next|other|previous|new|current|remaining|actual|main|real|key|only) |(?:output|command|process|branch|pull request|pr|commit|diff|patch|bundle|user|assistant|agent|session|conversation|work|phase|plan|issue|problem|question|answer|response|log|logs|change|working tree|regex|screenshot|results?|summary|idea|goal|task|request|fix|solution|difference|reason|point|trick|good news|best|capital)\b)/i,
  /\b(?:(?:is|are) (?:now )?(?:running|listening|ready|up|available)\b(?! (?:on|in|at) (?:the |a )?[a-z]+$)|started (?:at|on)|exists?|timed out|exit(?:s|ed)|took \d|ran in|has \d+ (?:lines|rows|files|commits|warnings|errors|approvals|keys)|contains \d+|\d+ (?:kB|MB|bytes|ms|seconds) (?:gzipped|smaller|larger|faster|slower)|commits? (?:ahead|behind)|pid \d+|files? changed|insertions?|deletions?|edge cases?|happy path)\b/i,
  /\b(?:today|yesterday|tomorrow|now|currently|already|just|still(?! (?:depends?|uses?|needs?|requires?|supports?|lives?|reads?|writes?|expects?))|again|yet|here)\b/i,
  /^(?:in (?:short|summary|general|practice|theory|other words)|generally|typically|usually|basically|essentially|overall|note|if|when|once|after|before|while|since|because|unless|until|so|first|second|third|finally|lastly|with|without|by|for|to|as|depending|assuming|given)\b/i,
];

/**
 * Names a part of somebody's project: a file, an identifier, a version, an address, or what projects consist of. Most of what
 * agents explain is true everywhere, and nobody needs to remember it.
 */
function isOfProject(text: string): boolean {
  const plain = text.replace(/\[[^\]]*\]\([^)]*\)|(?:https?:\/\/|www\.)\S+/g, " ");
  return IDENTIFIER.test(plain) || VERSION.test(plain) || PROJECT_SUBJECT.test(plain);
}

/** A dotted or slashed name, a file, camel and snake case, backquotes around more than a word, a port. */
const IDENTIFIER =
  /(?<![\d/.])[A-Za-z_]\w*[./][\w-]+[./]\w|[\w-]+\.(?:[cm]?[jt]sx?|json|toml|ya?ml|md|py|rs|go|java|rb|sql|env|sh|css|html|lock|ini|conf|xml|csv|proto|internal|local)\b|\b[a-z]+[A-Z]\w+|\b\w+_\w+|`[^`]*[./_:-][^`]*`|:\d{2,5}\b|\bport \d+/;

/** A version of what programs are made with. */
const VERSION =
  /\b(?:node|python|postgres(?:ql)?|mysql|mariadb|sqlite|redis|java|go|ruby|php|rust|react|vue|angular|next|nuxt|svelte|django|rails|spring|laravel|bun|deno|npm|pnpm|yarn|ubuntu|debian|alpine|keycloak|kubernetes|k8s|vite|vitest|jest|tailwind|typescript|swift|kotlin|android|ios|macos|windows|chrome|safari|firefox|elastic\w*|kafka|nginx|terraform|docker|gradle|maven|xcode|flutter|dart|dotnet|net|mongo(?:db)?|clickhouse|webpack|eslint|prettier|cuda|torch|pytorch|tensorflow) v?\d+(?:\.\d+)*\b/i;

/** What projects consist of, as the subject; further behind it these words have other meanings, too. */
const PROJECT_SUBJECT =
  /^(?:the |our |all |every |each )?(?:[\w`'-]+ ){0,3}?(?:project|repo(?:sitory)?|monorepo|codebase|services?|servers?|gateways?|databases?|backend|frontend|builds?|deploys?|deployments?|releases?|jobs?|clusters?|buckets?|queues?|caches?|schemas?|migrations?|tables?|staging|production|pipelines?|workflows?|config(?:uration)?|scripts?|packages?|workers?|certificates?|domains?|backups?|exports?|imports?|uploads?|importer|exporter|watcher|scheduler|webhooks?|endpoints?|tokens?|sessions?|retention(?: period)?|coverage|timeouts?|sandbox|root cause|memory leak|race|flaky test|cron|nightly|feature flags?|mobile app|web app|cli|images?|containers?|pods?|vpn|firewall|proxy|authentication|login|default)\b(?=.*\b(?:is|are|was|were|has|have|uses?|runs?|reads?|writes?|calls?|needs?|requires?|depend(?:s|ed)?|listens?|lives?|lies|lasts?|expires?|points?|comes?|came|stores?|rejects?|accepts?|talks?|connects?|belongs?|deletes?|keeps?|sends?|returns?|expects?|supports?|pushed|happens?|starts?|ends?|contains?|covers?|goes?|serves?|handles?|fails?)\b)/i;

/** `it` or `them` before anything that it could stand for. */
function hasLooseIt(text: string): boolean {
  const at = text.search(/\b(?:it|them)\b/i);
  if (at < 0) return false;
  // A clause before it has something to point at.
  if (/(?:\S+\s+){3,}\S+[,:]\s$/.test(text.slice(0, at))) return false;
  const before = text.slice(0, at).replace(/^\S+/, "");
  return !/\b(?:the|our|my|a|an|every|each|all|any|no)\s+[\w`-]+|\b[A-Z][a-z]+|`[^`]+`|\b(?!issues|problems|always|was|has|does|things)\w+s\b/
    .test(before);
}
