import type { Connection } from "../../connect.ts";
import { markChanged } from "./mark_changed.ts";

/**
 * Deletes what of the vectors does not fit their model, and unlinks every file: the next run links anew what is whole, and
 * embeds the rest.
 */
export function dropTorn(connection: Connection): void {
  connection.transaction(() => {
    connection.run(DROP);
    markChanged(connection);
  });
}

const DROP = `DELETE FROM file_vectors;
DELETE FROM embeddings WHERE space NOT IN (SELECT id FROM vector_spaces)
  OR length(code) <> (SELECT dimensions FROM vector_spaces WHERE id = space);
UPDATE vector_spaces SET axis = zeroblob(4 * dimensions), axis_of = 0 WHERE length(axis) <> 4 * dimensions;
UPDATE vector_spaces SET count = (SELECT count(*) FROM embeddings WHERE space = vector_spaces.id)`;
