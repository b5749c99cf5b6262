package dev.waybill.messages.send;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Timeline;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.service.TimelineSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What timelines show of messages: each event, at the job that sends the message.
///
/// @param factsOf the facts of a tenant
public record MessageTimeline(Function<String, MessageFacts> factsOf) {

  /// These happen before a job is leased.
  private static final Set<String> CAUSES =
      Set.of(
          MessageEventType.SEND_REQUESTED.eventName(),
          MessageEventType.MESSAGE_CREATED.eventName(),
          MessageEventType.RESEND_REQUESTED.eventName());

  /// The events of the attempts that a job makes, or of the message on a topic that it carries.
  public List<Timeline.Entry> entries(Job job) {
    if (job.type().equals(BuiltInSchemas.MESSAGE_CREATED)) {
      return CarriedMessage.idIn(job.payload())
          .flatMap(factsOf.apply(job.tenant())::find)
          .map(message -> entries(message, message.progress().events(), null))
          .orElse(List.of());
    }
    if (!job.type().equals(SendJob.TYPE) || !SendJob.isOwn(job)) {
      return List.of();
    }
    SendJob sending = SendJob.read(job.payload());
    return factsOf
        .apply(job.tenant())
        .find(sending.messageId())
        .map(message -> entries(message, sending.attempt(), job.id()))
        .orElse(List.of());
  }

  /// A message by its ID.
  public Optional<TimelineSubject> find(String tenant, String id) {
    return Optional.of(id)
        .filter(MessageIds::isPossible)
        .flatMap(factsOf.apply(tenant)::find)
        .map(
            message ->
                new TimelineSubject(
                    message.command().getOrDefault(EventDetails.CORRELATION_ID, id),
                    entries(message, message.progress().events(), null)));
  }

  private static List<Timeline.Entry> entries(RecordedMessage message, int first, JobId job) {
    List<MessageEvent> events = message.progress().events();
    int next =
        events.stream()
            .filter(event -> event.type().equals(MessageEventType.RESEND_REQUESTED.eventName()))
            .mapToInt(MessageEvent::attempt)
            .filter(attempt -> attempt > first)
            .min()
            .orElse(Integer.MAX_VALUE);
    List<MessageEvent> own =
        events.stream()
            .filter(event -> event.attempt() >= first && event.attempt() < next)
            .toList();
    return entries(message, own, job);
  }

  private static List<Timeline.Entry> entries(
      RecordedMessage message, List<MessageEvent> events, @Nullable JobId job) {
    return events.stream()
        .map(
            event ->
                new Timeline.Entry(
                    event.at(),
                    Timeline.Kind.MESSAGE,
                    text(message.id(), event),
                    CAUSES.contains(event.type()) ? null : jobOf(event, events, job)))
        .sorted(java.util.Comparator.comparing(Timeline.Entry::at))
        .toList();
  }

  /// A message on a topic may have several jobs: the one that makes an attempt is in its events.
  private static @Nullable JobId jobOf(
      MessageEvent event, List<MessageEvent> events, @Nullable JobId only) {
    return events.stream()
        .filter(other -> other.attempt() == event.attempt())
        .flatMap(other -> Optional.ofNullable(other.details().get(EventDetails.JOB_ID)).stream())
        .findFirst()
        .map(JobId::parse)
        .orElse(only);
  }

  private static String text(String id, MessageEvent event) {
    Map<String, String> details = event.details();
    List<String> about = new ArrayList<>();
    about.add("attempt " + event.attempt());
    if (details.containsKey(EventDetails.PROVIDER_KEY)) {
      about.add("provider " + details.get(EventDetails.PROVIDER_KEY));
    }
    if (details.containsKey(EventDetails.ERROR_CODE)) {
      about.add(details.get(EventDetails.ERROR_CODE));
    }
    return "message " + id + ": " + event.type() + " (" + String.join(", ", about) + ")";
  }
}
