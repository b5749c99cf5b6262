package dev.waybill.client;

import dev.waybill.JobEvent;
import dev.waybill.State;
import dev.waybill.wire.JobEventJson;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.Shape;
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
      JsonIn.readAnswer(json, EventLine::readEnd);
      return new End();
    }
    return new Event(JsonIn.readAnswer(json, JobEventJson::read));
  }

  private static State readEnd(JsonIn in) {
    State[] state = new State[] {State.QUEUED};
    in.object(Shapes.END, _ -> in.object(Shapes.STATE, _ -> state[0] = in.word(State.class)));
    return state[0];
  }

  /// What the last line looks like.
  final class Shapes {

    private static final Shape STATE =
        Shape.of("EndState", "", Shape.required("state", Shape.Words.of(State.class), ""));
    private static final Shape END =
        Shape.of("End", "", Shape.required("end", new Shape.Part(STATE), ""));

    private Shapes() {}
  }
}
