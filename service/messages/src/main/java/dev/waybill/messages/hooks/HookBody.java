package dev.waybill.messages.hooks;

import dev.waybill.messages.record.AttemptId;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.wire.json.JsonOut;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The body that a hook sends for an event: IDs, states and codes. Recipient, subject, body, tags
/// and the text of errors are personal or may be, so they are left out.
final class HookBody {

  private HookBody() {}

  /// @param origin the details of the first event of the message
  static String of(Fact.Recorded recorded, Map<String, String> origin) {
    Fact fact = recorded.fact();
    Map<String, String> details = EventDetails.read(fact.data());
    byte[] body =
        JsonOut.write(
            out -> {
              out.text("type", fact.type());
              out.time("timestamp", fact.at());
              out.object("data", data -> write(data, recorded, details, origin));
            });
    return new String(body, StandardCharsets.UTF_8);
  }

  private static void write(
      JsonOut out,
      Fact.Recorded recorded,
      Map<String, String> details,
      Map<String, String> origin) {
    Fact fact = recorded.fact();
    String id = fact.key().id();
    out.text("message_id", id);
    out.number("attempt_no", fact.attempt());
    out.text(
        "attempt_id",
        details.getOrDefault(EventDetails.ATTEMPT_ID, AttemptId.of(id, fact.attempt())));
    out.number("sequence", recorded.position());
    out.text("tenant_id", fact.key().tenant());
    out.text("channel", origin.get(EventDetails.CHANNEL));
    out.text("machine", fact.key().kind().equals(Retention.HANDOFF) ? "handoff" : "provider");
    out.text("state", fact.state());
    out.number("rank", fact.rank());
    out.text("provider_key", details.get(EventDetails.PROVIDER_KEY));
    out.text("provider_msg_id", details.get(EventDetails.PROVIDER_MSG_ID));
    out.text("error_code", details.get(EventDetails.ERROR_CODE));
    out.text("trace_id", origin.get(EventDetails.TRACE_ID));
  }
}
