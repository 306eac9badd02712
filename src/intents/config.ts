import * as z from "zod/mini";

/** Completes "it should be …". */
const TIME_WANTED = 'a time of day such as "09:00"';

/** The slice `intents` (SPEC 9.5). */
export const intentsConfig = z.prefault(
  z.strictObject({
    /** The time of day of a wish that names only a day, on the local clock. @default "09:00" */
    dayTime: z._default(z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, TIME_WANTED)), "09:00"),
    /** A wish that is delivered so many minutes after it was due is marked late, 1 to 10080. @default 60 */
    lateMinutes: z._default(z.int().check(z.minimum(1), z.maximum(10_080)), 60),
    /** Days after which a wish for an event expires unless it says otherwise, 1 to 3650. @default 90 */
    expiresDays: z._default(z.int().check(z.minimum(1), z.maximum(3_650)), 90),
    /** How often a wish for an event fires unless it says otherwise, 1 to 1000. @default 3 */
    maxFires: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 3),
    /** Hours between two firings of a wish for an event unless it says otherwise, 0 to 8760. @default 24 */
    cooldownHours: z._default(z.number().check(z.minimum(0), z.maximum(8_760)), 24),
    /** Intents delivered at once, 1 to 20. @default 3 */
    perTurn: z._default(z.int().check(z.minimum(1), z.maximum(20)), 3),
    /** Chars of what is delivered at once, frame included, 300 to 9500. @default 1200 */
    blockChars: z._default(z.int().check(z.minimum(300), z.maximum(9_500)), 1_200),
    /** The longest text of one intent, in chars, 12 to 900: it has to fit whole into what is delivered at once. @default 500 */
    maxChars: z._default(z.int().check(z.minimum(12), z.maximum(900)), 500),
    /** Days after which a wish without a time is to be looked at again, 1 to 3650. @default 30 */
    reviewDays: z._default(z.int().check(z.minimum(1), z.maximum(3_650)), 30),
  }),
  {},
);

/** The settings with every default filled in. */
export type IntentsConfig = z.infer<typeof intentsConfig>;
