package dev.waybill.fuzz;

import dev.waybill.events.envelope.Defaults;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.events.envelope.Format;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Events as producers send them and as consumers receive them: a content type, headers one per
/// line, a body. What was read can be written in every format and read again.
final class EnvelopesTarget implements FuzzTarget {

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 3);
    String type = Input.text(parts.get(0));
    List<Envelope> events = Envelopes.read(type, headers(parts.get(1)), parts.get(2));
    for (Envelope event : events) {
      for (Format format : Format.values()) {
        byte[] written = Envelopes.write(event, format, "arn:waybill:fuzz:t").bytes();
        Envelopes.consumed(written, Defaults.NONE);
      }
    }
  }

  private static Map<String, String> headers(byte[] part) {
    Map<String, String> headers = new LinkedHashMap<>();
    Arrays.stream(Input.text(part).split("\n", 20))
        .map(line -> line.split(":", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> headers.put(pair[0].strip(), pair[1].strip()));
    return headers;
  }
}
