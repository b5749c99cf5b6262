package dev.waybill.fuzz;

import dev.waybill.events.envelope.Defaults;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.topic.Subscription.Format;
import java.util.List;

/// Events as producers send them and as consumers receive them: content type, headers one per line,
/// and body. A parsed event can be written in every format and parsed again.
final class EnvelopesTarget implements FuzzTarget {

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 3);
    String type = Input.text(parts.get(0));
    List<Envelope> events = Envelopes.read(type, Input.pairs(parts.get(1), ":"), parts.get(2));
    for (Envelope event : events) {
      for (Format format : Format.values()) {
        byte[] written = Envelopes.write(event, format, "arn:waybill:fuzz:t").bytes();
        Envelopes.consumed(written, Defaults.NONE);
      }
    }
  }
}
