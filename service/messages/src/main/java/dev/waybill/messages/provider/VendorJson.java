package dev.waybill.messages.provider;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// Reads the JSON of vendors, which is not trusted: a part that is missing reads as empty.
public final class VendorJson {

  private static final JsonMapper JSON = new JsonMapper();

  private VendorJson() {}

  /// A missing node if the bytes are not JSON.
  public static JsonNode read(byte[] bytes) {
    try {
      return JSON.readTree(bytes);
    } catch (JacksonException malformed) {
      return MissingNode.getInstance();
    }
  }
}
