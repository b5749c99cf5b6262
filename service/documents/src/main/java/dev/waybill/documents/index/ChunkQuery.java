package dev.waybill.documents.index;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.documents.embed.Vector;

/// A question to the index of chunks.
///
/// @param text any text: it has no syntax, and only its first words count
/// @param vector of the text, by the model that the chunks were embedded with
/// @param limit from 1 to [#MAX_LIMIT]
public record ChunkQuery(String text, Vector vector, ChunkFilter filter, int limit) {

  public static final int MAX_LIMIT = 100;

  public ChunkQuery {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "limit is " + limit + ": use a number from 1 to " + MAX_LIMIT);
    }
  }
}
