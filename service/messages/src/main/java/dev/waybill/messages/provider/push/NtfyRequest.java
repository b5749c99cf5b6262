package dev.waybill.messages.provider.push;

import dev.waybill.base.Text;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.wire.json.JsonOut;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A message to a topic of an ntfy server, published as JSON, which allows any characters in
/// titles.
///
/// ntfy has no idempotency keys. Since version 2.16 it has sequence IDs: a message replaces an
/// earlier one with the same sequence ID on the devices, so a message that is sent twice is shown
/// once. Older servers ignore it and show both.
public record NtfyRequest(
    String topic, String sequenceId, @Nullable String title, String message, Extras extras) {

  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final int MESSAGE_BYTES = 4_096;
  private static final String ELLIPSIS = "…";

  /// @param priority 1 to 5
  /// @param click the URL to open on a click
  public record Extras(int priority, Collection<String> tags, @Nullable String click) {}

  public static boolean isTopic(String text) {
    return TOPIC.matcher(text).matches();
  }

  public byte[] json() {
    return JsonOut.write(
        out -> {
          out.text("topic", topic);
          out.text("title", title);
          out.text("message", fitting(message));
          out.number("priority", extras.priority());
          out.texts("tags", extras.tags());
          out.text("click", extras.click());
          out.text("sequence_id", sequenceId);
        });
  }

  /// Truncates the text: servers turn a longer text into a file or reject it.
  private static String fitting(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length <= MESSAGE_BYTES) {
      return text;
    }
    int end = MESSAGE_BYTES - ELLIPSIS.getBytes(StandardCharsets.UTF_8).length;
    while ((utf8[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(utf8, 0, end, StandardCharsets.UTF_8) + ELLIPSIS;
  }

  /// The message ID of ntfy. A successful response that cannot be parsed is still a success.
  public static String reference(byte[] answer) {
    return Text.storable(VendorJson.read(answer).path("id").asString(""), 100);
  }

  /// JSON is posted to the root of the server, not to the topic.
  public static URI root(URI server) {
    return URI.create(server.toString().replaceFirst("/+$", "") + "/");
  }
}
