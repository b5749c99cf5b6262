package dev.waybill.client;

import dev.waybill.JobEvent;
import dev.waybill.wire.job.JobEndJson;
import dev.waybill.wire.job.JobEventJson;
import java.nio.charset.StandardCharsets;

/// One line of an event stream.
sealed interface EventLine {

  record Event(JobEvent event) implements EventLine {}

  /// The job has finished and all its events were sent.
  record End() implements EventLine {}

  /// A heartbeat of the server.
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
