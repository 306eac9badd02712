/**
 * Whether an English sentence has a subject and a finite verb.
 *
 * @module
 */

/** Returns whether a verb of a lasting kind stands behind the first word: what something is, has, does or did. */
export function isStatement(text: string): boolean {
  const rest = text.replace(/`[^`]*`/g, "X").replace(/^\S+\s*/, (first) => /^(?:i|we)'/i.test(first) ? "is " : "");
  return VERB.test(rest) || PAST.test(rest);
}

/** Forms of be, have and do, modal verbs, and verbs that say what things and people are like, do as a rule, or decided. */
const VERB =
  /\b(?:is|are|was|were|am|isn't|aren't|wasn't|weren't|has|have|had|hasn't|haven't|does|doesn't|don't|did|didn't|must|mustn't|can|cannot|can't|should|shouldn't|will|won't|may|accepts?|acts?|agreed|allows?|answers?|applies|apply|asks?|assigns?|assumes?|backs?|becomes?|begins?|belongs?|blocks?|breaks?|buys?|calls?|celebrates?|checks?|comes?|commits?|compiles?|connects?|consists?|contains?|controls?|cooks?|costs?|covers?|crashes|creates?|deals?|decided|defaults?|defines?|delegates?|deletes?|depends?|deploys?|dislikes?|drinks?|drives?|eats?|emits?|ends?|enforces?|enjoys?|expects?|expires?|exports?|exposes?|fails?|falls?|feeds?|finishes|fits?|follows?|gets?|gives?|go(?:es)?|grows?|handles?|happens?|hates?|holds?|hosts?|identifies|ignores?|implements?|imports?|includes?|indexes|inherits?|keeps?|knows?|lacks?|lasts?|leads?|learns?|leaves?|lets?|lies|lies in|limits?|lists?|listens?|lives?|loads?|locks?|logs?|looks after|loses?|loves?|maintains?|makes?|maps?|matches|means|meets?|mirrors?|moves?|names?|needs?|omits?|opens?|owns?|parses?|passes|pays?|plays?|points?|prefers?|prevents?|produces?|provides?|pulls?|pushes|puts?|reads?|rejects?|relies|rely|removes?|renders?|replaces?|requires?|resolves?|respects?|restarts?|returns?|reviews?|rotates?|runs?|sells?|sends?|serves?|sets?|ships?|shows?|sits?|skips?|sleeps?|sorts?|speaks?|splits?|starts?|stays?|stops?|stores?|studies|studied|supports?|switched|syncs?|takes?|talks?|targets?|teaches|tests?|throws?|tracks?|travels?|treats?|triggers?|turns?|uses?|validates?|visits?|wakes?|walks?|wants?|wears?|works?|wraps?|writes?)\b/i;

/** Past forms that end in -ed, and common ones that do not. */
const PAST =
  /\b(?:[a-z]{3,}ed|bought|brought|built|came|chose|cut|drew|drove|ate|fell|gave|went|grew|held|kept|knew|left|lost|made|met|moved|paid|put|quit|ran|said|sold|sent|set|spent|spoke|stood|swam|took|taught|told|thought|understood|woke|won|wrote|began|broke|caught|got|let|read|rode|saw|sang|slept|wore)\b/i;
