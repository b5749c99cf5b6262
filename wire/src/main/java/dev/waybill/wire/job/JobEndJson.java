package dev.waybill.wire.job;

import dev.waybill.State;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;

/// The last line of a stream of events: the job has finished in this state.
public final class JobEndJson {

  public static final Document<State> STATE = state();
  public static final Document<State> DOCUMENT = end();

  private JobEndJson() {}

  private static Document<State> state() {
    Fields<State> fields = Fields.of("EndState", "The final state of a job.");
    var state = fields.required("state", Codecs.word(State.class), one -> one, "State of the job.");
    return fields.make(in -> in.get(state));
  }

  private static Document<State> end() {
    Fields<State> fields = Fields.of("End", "The job has finished.");
    var end = fields.required("end", STATE, one -> one, "The final state.");
    return fields.make(in -> in.get(end));
  }
}
