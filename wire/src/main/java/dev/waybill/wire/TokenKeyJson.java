package dev.waybill.wire;

import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;

/// The number of the key that signs task tokens.
public final class TokenKeyJson {

  public static final Document<Integer> DOCUMENT = document();

  private TokenKeyJson() {}

  private static Document<Integer> document() {
    Fields<Integer> fields = Fields.of("TokenKey", "The key that signs task tokens.");
    var number = fields.count("number", key -> key, "Number of the key, from 1.");
    return fields.make(in -> in.get(number));
  }
}
