/**
 * Recall intent in Spanish; accents may be missing.
 *
 * @module
 */
import type { Sentence } from "./sentence.ts";

/** Returns whether a sentence asks for something of earlier days or talks. */
export function spanishIntent({ text: written, isQuestion, isInQuestion }: Sentence): boolean {
  const text = plain(written);
  if (always().some((form) => form.test(text))) return true;
  const asks = isQuestion || ASKING.test(text);
  if (isInQuestion && SAID.test(text) && TIME.test(text)) return true;
  if ((asks || isInQuestion) && MET.test(text)) return true;
  if (!asks || HOW_TO.test(text)) return false;
  return weDid().test(text) || (TIME.test(text) && (PAST.test(text) || WAS.test(written)));
}

const always = (): readonly RegExp[] => [
  /\b(?:te|se|os) (?:acuerdas?|acordas)\b|\brecuerdas\b|\bpuedes (?:recordar|acordarte)\b|\bque recuerdas?\b/,
  /\bno (?:me acuerdo|recuerdo|logro recordar|consigo recordar)\b|\b(?:intentando|tratando de) (?:recordar|acordarme)\b/,
  /\b(?:se me olvido|olvide|he olvidado) (?:lo que|que|donde|cual|como|cuando|quien|por que)\b/,
  /\brecuerdame (?:que|cual|donde|como|cuando|quien|lo que)\b.*(?:amos|imos|aste|iste|\b(?:era|fue|habiamos|hemos|dije)\b)/,
  /\brefrescame la memoria\b/,
  /\b(?:lo que|como|segun lo que|donde lo|de la forma en que lo|tal como) (?:ya )?(?:acordamos|decidimos|hablamos|dijimos|comentamos|discutimos|quedamos|planeamos|dejamos|habiamos \w+)\b|\bsegun lo (?:acordado|hablado|decidido)\b/,
  /\b(?:el|la|los|las|aquel|aquella) (?:\w+ ){1,4}que (?:ya )?(?:acordamos|decidimos|elegimos|discutimos|hablamos|escogimos|mencione|te conte)\b/,
  /\b(?:conversacion|charla|discusion|reunion|sesion|llamada)(?:es)? (?:anterior|pasad[oa]|previa|de ayer)(?:e?s)?\b|\bnuestras? (?:[a-z]+ )?(?:conversacion|charla|discusion|reunion)(?:es)?\b/,
  /\b(?:busca|mira|revisa|consulta|encuentra)\b.{0,20}\b(?:mis|tus|nuestras) (?:notas|recuerdos|apuntes|memorias?)\b|\btengo (?:alguna |algunas )?notas\b/,
  /\b(?:igual que|como|lo mismo que) la (?:ultima|otra) vez\b|\bcomo la vez pasada\b/,
  /\b(?:sigue|continua|seguimos|retoma|retomemos)\b.{0,24}\b(?:donde|ayer|pasad[oa]|ultima vez)\b/,
  /\bque (?:sabes|recuerdas) (?:de|sobre) (?:mi|mis|nosotros|nuestr[oa]s?)\b/,
  /\ben que quedamos\b/,
  /\bdime otra vez (?:que|cual|donde|cuando|quien|como)\b/,
];

const TALKED =
  "(?:decid|acord|habl|d[ie]j|eleg|escog|qued|discut|coment|conclu|defin|pact|plane|resolv|cambi|guard|fij|dej|puse|pus|descubr|llam|averigu|rechaz|descart|encontr|sac|quit|usab)(?:imos|amos|ais|isteis)";

function weDid(): RegExp {
  return new RegExp(
    `\\b(?:que|cual(?:es)?|donde|cuando|por que|como|quien|a quien|cuanto)\\b.{0,50}\\b(?:${TALKED}|terminamos|acabamos|hicimos|dijiste|dije|puse|sugeriste|recomendaste|propusiste|mencionaste|contaste|te dije|te conte|habiamos|recomendo|pedi)\\b` +
      `|\\b(?:hemos|habiamos|hayamos) (?:ya )?(?:decidido|acordado|hablado|discutido|elegido|quedado|dicho|definido)\\b` +
      `|\\b(?:te (?:conte|dije|he (?:contado|mencionado|dicho)|habia (?:contado|dicho)))\\b` +
      `|\\bno (?:dijiste|habias dicho|ibamos a|quedamos|dijimos|acordamos)\\b|^[^a-z]*(?:ya )?(?:${TALKED}|llegamos a)\\b|\\balguna vez (?:${TALKED})\\b` +
      `|\\b(?:cual|que|quien|como) (?:era|fue)\\b`,
  );
}

const SAID =
  /\b(?:mencionaste|dijiste|diste|sugeriste|propusiste|hablamos|dijimos|teniamos|mencione|dije|conte|acordamos|decidimos)\b/;

/** What people go through, and remember only in part: "¿ya habíamos visto esto?", "lo arreglamos antes". */
const MET =
  /\b(?:ya|nunca|alguna vez) (?:lo |la |los |las |nos |te |me )?(?:hemos|habiamos|habia)\b|\b(?:hemos|habiamos|habia|habian) (?:ya )?\w+(?:ado|ido|sto|cho|to)\b.*\b(?:antes|alguna vez|una vez)\b|\b(?:ya )(?:lo |la |los |las |nos |te )?\w{3,}(?:amos|imos)\b.*\b(?:antes|una vez|otra vez|alguna vez)\b|\balguna vez \w{3,}(?:amos|imos)\b|\bnos paso\b.*\b(?:antes|hace|lo mismo|otra vez)\b|\b(?:esto|eso|este|esta) .{0,20}\bhabia (?:ocurrido|pasado|sucedido|fallado|salido)\b/;

const TIME =
  /\bayer\b|\banteayer\b|\banoche\b|\b(?:semana|mes|ano|verano|invierno|lunes|martes|miercoles|jueves|viernes|sabado|domingo) pasad[oa]\b|\b(?:la (?:ultima|otra)|aquella) vez\b|\b(?:est|l)os ultimos (?:\w+ )?dias\b|\bentonces\b|\bel otro dia\b|\bhace (?:\d{1,3}|un|una|unos|unas|medio|dos|tres|cuatro|cinco|seis|varios|varias|poco) ?(?:dias?|semanas?|mes(?:es)?|anos?|tiempo)?\b|\banteriormente\b|\bpreviamente\b|^antes\b|\ben (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b|\bsesion pasada\b/;

const PAST =
  /\b(?:fue|fueron|era|eran|habia|paso|dijo|dije|hubo|gano|hice|hizo|hicimos|hicieron|estuv(?:e|o|imos)|[a-z]{2,}(?:aba|abamos|aban)|quien (?:nos |te |me |lo )?[a-z]{3,}o|[a-z]{2,}(?:aron|ieron|aste|iste|amos|imos))\b/;

/** Somebody did something, which only the accent tells from what I do: quejó, avisó. */
const WAS = /[a-zñ]{2,}ó(?![a-záéíóúñ])/;

const ASKING = /^[^a-z]*(?:que|cual(?:es)?|donde|cuando|por que|como|quien|a quien) /;

/** What is asked for is a way of doing something, or that it is done. */
const HOW_TO =
  /\bcomo (?:puedo|se(?! llam)|hago|obtengo|restauro|deberia)\b|^[^a-z]*(?:puedes|podrias|puede|podria) (?!recordar|decirme)/;

/** Accents are often left out; without them both spellings are one. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
}
