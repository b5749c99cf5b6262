package dev.waybill.client;

import dev.waybill.JobEvent;
import dev.waybill.wire.job.JobEndJson;
import dev.waybill.wire.job.JobEventJson;
import java.nio.charset.StandardCharsets;

/// One line of a stream of events.
sealed interface EventLine {

  record Event(JobEvent event) implements EventLine {}

  /// The job has ended and all its events were told.
  record End() implements EventLine {}

  /// The other side is still there.
  record Alive() implements EventLine {}

  static EventLine parse(String line) {
    if (line.isEmpty()) {
      return new Alive();
    }
    byte[] json = line.getBytes(StandardCharsets.UTF_8);
    if (line.startsWith("{\"end\"")) {
      JobEndJson.DOCUMENT.readAnswer(json);
      return new End();
    }
    return new Event(JobEventJson.DOCUMENT.readAnswer(json));
  }
}
