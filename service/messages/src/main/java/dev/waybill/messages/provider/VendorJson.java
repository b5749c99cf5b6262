package dev.waybill.messages.provider;

import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.messages.http.HttpOutcome;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Reads the JSON of vendors, which is not trusted: a part that is missing reads as empty.
public final class VendorJson {

  private static final int DETAIL = 100;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  /// Stands for a number that is no `double`: a time before all times.
  private static final double NO_SECONDS = Double.NEGATIVE_INFINITY;

  private VendorJson() {}

  /// A missing node if the bytes are not JSON in UTF-8.
  public static JsonNode read(byte[] bytes) {
    try {
      return JsonTrees.readEvent(new String(bytes, StandardCharsets.UTF_8));
    } catch (WaybillException malformed) {
      return MissingNode.getInstance();
    }
  }

  /// A text of the JSON object in an answer; empty if it is not there.
  public static String text(HttpOutcome.Answered answer, String field) {
    return read(answer.body().bytes()).path(field).asString("");
  }

  /// A time in ISO 8601, or in seconds; the other time if it is neither, or in no year from 1970
  /// to 9999.
  public static Instant time(JsonNode node, Instant otherwise) {
    try {
      Instant time =
          node.isNumber()
              ? Instant.ofEpochMilli((long) (node.asDouble(NO_SECONDS) * 1_000))
              : OffsetDateTime.parse(node.asString("")).toInstant();
      return time.isBefore(Instant.EPOCH) || time.isAfter(LATEST) ? otherwise : time;
    } catch (DateTimeException | ArithmeticException malformed) {
      return otherwise;
    }
  }

  /// A short text of a vendor for the details of an event.
  public static Map<String, String> details(String name, JsonNode node) {
    String text = Text.storable(node.asString(""), DETAIL);
    return text.isEmpty() ? Map.of() : Map.of(name, text);
  }
}
