package dev.waybill.bus.binding;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/// Publishes events of another system to the bound topic. An event that can never be published
/// becomes a job that [InvalidEvents] turns into a dead letter with the reason.
public final class InboundEvents {

  static final String JOB_TYPE = "bus_event";

  private static final Logger LOG = System.getLogger(InboundEvents.class.getName());

  private final BoundTopic bound;
  private final Waybill waybill;
  private final Topics topics;

  public InboundEvents(BoundTopic bound, Waybill waybill, Topics topics) {
    this.bound = bound;
    this.waybill = waybill;
    this.topics = topics;
  }

  /// Whether a job is an event that could not be published.
  public static boolean isInvalidEvent(String jobType) {
    return jobType.equals(JOB_TYPE);
  }

  /// Empty if the event was published.
  public Optional<PublishAnswer.NotPublished> publish(TopicEvent event) {
    return refusal(answers(List.of(event)).getFirst());
  }

  /// One answer per event, in order: empty if it was published.
  public List<Optional<PublishAnswer.NotPublished>> publishAll(List<TopicEvent> events) {
    return answers(events).stream().map(this::refusal).toList();
  }

  private Optional<PublishAnswer.NotPublished> refusal(PublishAnswer answer) {
    return switch (answer) {
      case PublishAnswer.Published published -> {
        published.warnings().forEach(this::warn);
        yield Optional.empty();
      }
      case PublishAnswer.NotPublished refused when isKnown(refused) -> Optional.empty();
      case PublishAnswer.NotPublished refused -> Optional.of(refused);
    };
  }

  /// A consumer of the other system puts an event back after a failure, with the same ID and for
  /// example another number of retries. Each subscription has the event already, with retries of
  /// its own.
  private static boolean isKnown(PublishAnswer.NotPublished refused) {
    return refused.code() == Code.REQUEST_ID_CONFLICT;
  }

  /// An unknown topic refuses the whole call.
  private List<PublishAnswer> answers(List<TopicEvent> events) {
    try {
      return topics.publishAll(bound.topic(), events);
    } catch (WaybillException refused) {
      if (refused.code().kind() != Code.Kind.CALL) {
        throw refused;
      }
      PublishAnswer same =
          new PublishAnswer.NotPublished(refused.code(), String.valueOf(refused.getMessage()));
      return events.stream().map(_ -> same).toList();
    }
  }

  public void warn(String warning) {
    LOG.log(Level.WARNING, "an event of {0}: {1}", bound, warning);
  }

  /// Keeps an event that cannot be published.
  ///
  /// @param id of the event in the other system
  public void setAside(String id, String event, PublishAnswer.NotPublished refused) {
    LOG.log(Level.WARNING, "event {0} of {1} is invalid: {2}", id, bound, reason(refused));
    try {
      waybill.enqueue(
          NewJob.builder(JOB_TYPE)
              .queue(bound.invalidQueue())
              .payload(Payload.of(event))
              .requestId("bus/" + bound.target() + "/" + id)
              .tags("topic:" + bound.topic(), "stream:" + bound.target())
              .build());
    } catch (WaybillException tooLarge) {
      if (tooLarge.code() != Code.PAYLOAD_TOO_LARGE) {
        throw tooLarge;
      }
      LOG.log(Level.ERROR, "an invalid event of " + bound + " is too large to be kept", tooLarge);
    }
  }

  public static String reason(PublishAnswer.NotPublished refused) {
    return refused.violations().isEmpty()
        ? refused.detail()
        : refused.detail() + " " + refused.violations();
  }
}
