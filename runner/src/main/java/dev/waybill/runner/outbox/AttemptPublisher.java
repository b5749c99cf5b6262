package dev.waybill.runner.outbox;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.NewEvent;
import dev.waybill.TaskToken;
import dev.waybill.WaybillException;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import dev.waybill.settings.Limits;
import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Publishes events of one attempt to the source, one call at a time, and reports the result.
final class AttemptPublisher {

  private static final System.Logger LOG = System.getLogger(AttemptPublisher.class.getName());
  private static final Set<Code> NOT_OURS =
      EnumSet.of(Code.LEASE_LOST, Code.INVALID_TOKEN, Code.NOT_FOUND);

  private final JobSource source;
  private final TaskToken token;

  AttemptPublisher(JobSource source, TaskToken token) {
    this.source = source;
    this.token = token;
  }

  enum Answer {
    ARRIVED,
    /// The lease is lost: the source accepts no more events of this attempt.
    REFUSED,
    /// Unknown whether the events arrived. Publishing them again is harmless.
    FAILED
  }

  Answer publish(List<BufferedEvent> frames) {
    List<NewEvent> events = frames.stream().map(BufferedEvent::toEvent).toList();
    for (int from = 0; from < events.size(); from += Limits.EVENTS_PER_CALL) {
      int to = Math.min(events.size(), from + Limits.EVENTS_PER_CALL);
      Answer answer = publishSome(events.subList(from, to));
      if (answer != Answer.ARRIVED) {
        return answer;
      }
    }
    return Answer.ARRIVED;
  }

  private Answer publishSome(List<NewEvent> events) {
    try {
      return switch (source.publish(token, events)) {
        case Published _ -> Answer.ARRIVED;
        case Refused refused -> refused(refused.code(), refused.detail());
      };
    } catch (WaybillException failed) {
      return refused(failed.code(), String.valueOf(failed.getMessage()));
    } catch (RuntimeException failed) {
      LOG.log(Level.DEBUG, "could not publish " + events.size() + " events", failed);
      return Answer.FAILED;
    }
  }

  private static Answer refused(Code code, String detail) {
    LOG.log(Level.DEBUG, "events were rejected: {0}", detail);
    return NOT_OURS.contains(code) ? Answer.REFUSED : Answer.FAILED;
  }
}
