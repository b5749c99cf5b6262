package dev.waybill.messages.record;

import dev.waybill.message.HandoffState;
import dev.waybill.message.LatestState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A message as its facts tell it.
///
/// @param request what was asked to be sent; null once the message is erased
/// @param progress with all events
public record RecordedMessage(
    String id,
    Instant createdAt,
    Map<String, String> command,
    @Nullable NewMessage request,
    @Nullable Instant erasedAt,
    Message.Progress progress) {

  /// Empty if the command is missing: the message was never accepted, or has expired.
  static Optional<RecordedMessage> of(
      String id,
      List<Fact.Recorded> facts,
      Function<Map<String, String>, @Nullable NewMessage> content) {
    List<MessageEvent> events =
        facts.stream()
            .sorted(Comparator.comparingLong(Fact.Recorded::position))
            .map(RecordedMessage::event)
            .toList();
    Instant erasedAt =
        first(events, MessageEventType.MESSAGE_ERASED).map(MessageEvent::at).orElse(null);
    return first(events, MessageEventType.SEND_REQUESTED)
        .map(
            command ->
                new RecordedMessage(
                    id,
                    command.at(),
                    command.details(),
                    erasedAt == null ? content.apply(command.details()) : null,
                    erasedAt,
                    progress(id, facts, events)));
  }

  public RecordedMessage withRequest(NewMessage rendered) {
    return new RecordedMessage(id, createdAt, command, rendered, erasedAt, progress);
  }

  /// With the latest events.
  public Message message() {
    List<MessageEvent> all = progress.events();
    List<MessageEvent> latest = all.subList(Math.max(0, all.size() - Message.EVENTS), all.size());
    return new Message(
        id,
        createdAt,
        channel(),
        new Message.Content(request, erasedAt),
        new Message.Progress(progress.handoff(), progress.provider(), progress.attempts(), latest));
  }

  /// The state of the handoff.
  public HandoffState state() {
    return HandoffState.of(progress.handoff().state());
  }

  public String channel() {
    return command.getOrDefault(EventDetails.CHANNEL, "");
  }

  private static Optional<MessageEvent> first(List<MessageEvent> events, MessageEventType type) {
    return events.stream().filter(event -> event.type().equals(type.eventName())).findFirst();
  }

  private static MessageEvent event(Fact.Recorded recorded) {
    Fact fact = recorded.fact();
    return new MessageEvent(
        recorded.position(),
        fact.attempt(),
        fact.type(),
        fact.at(),
        EventDetails.read(fact.data()));
  }

  private static Message.Progress progress(
      String id, List<Fact.Recorded> facts, List<MessageEvent> events) {
    Instant created = facts.getFirst().fact().at();
    LatestState handoff =
        latest(facts, Retention.HANDOFF)
            .orElseGet(
                () ->
                    new LatestState(
                        HandoffState.CREATED.word(), HandoffState.CREATED.rank(), 0, created));
    return new Message.Progress(
        handoff, provider(facts, created), attempts(id, facts, events), shown(id, events));
  }

  private static LatestState provider(List<Fact.Recorded> facts, Instant created) {
    return latest(facts, Retention.PROVIDER).orElseGet(() -> unknown(created));
  }

  /// The state of a message that the provider has not reported on.
  public static LatestState unknown(Instant at) {
    return new LatestState(ProviderState.UNKNOWN.word(), ProviderState.UNKNOWN.rank(), 0, at);
  }

  public static LatestState state(Fact.Latest latest) {
    return new LatestState(latest.state(), latest.rank(), latest.version(), latest.at());
  }

  private static Optional<LatestState> latest(List<Fact.Recorded> facts, String kind) {
    Fact.@Nullable Latest latest = null;
    long version = 0;
    for (Fact.Recorded recorded : facts) {
      if (recorded.fact().key().kind().equals(kind)
          && (latest == null || recorded.fact().advances(latest))) {
        version++;
        latest = new Fact.Latest(recorded.position(), version, recorded.fact());
      }
    }
    return Optional.ofNullable(latest).map(RecordedMessage::state);
  }

  private static List<MessageEvent> shown(String id, List<MessageEvent> events) {
    String trace = detail(events, EventDetails.TRACE_ID);
    return events.stream()
        .map(event -> shown(event, idsOf(id, event.attempt(), events), trace))
        .toList();
  }

  private static Map<String, String> idsOf(String id, int attempt, List<MessageEvent> events) {
    List<MessageEvent> own = events.stream().filter(event -> event.attempt() == attempt).toList();
    String attemptId = detail(own, EventDetails.ATTEMPT_ID);
    return EventDetails.of(
        EventDetails.ATTEMPT_ID,
        attemptId == null ? AttemptId.of(id, attempt) : attemptId,
        EventDetails.PROVIDER_MSG_ID,
        detail(own, EventDetails.PROVIDER_MSG_ID));
  }

  /// With all IDs, and without the content.
  private static MessageEvent shown(
      MessageEvent event, Map<String, String> ids, @Nullable String trace) {
    Map<String, String> details = new TreeMap<>(ids);
    if (trace != null) {
      details.put(EventDetails.TRACE_ID, trace);
    }
    details.putAll(event.details());
    details.remove(EventDetails.CONTENT);
    return new MessageEvent(event.sequence(), event.attempt(), event.type(), event.at(), details);
  }

  private static List<MessageAttempt> attempts(
      String id, List<Fact.Recorded> facts, List<MessageEvent> events) {
    TreeMap<Integer, List<Fact.Recorded>> byAttempt = new TreeMap<>();
    for (Fact.Recorded recorded : facts) {
      if (recorded.fact().key().kind().equals(Retention.HANDOFF)) {
        byAttempt.computeIfAbsent(recorded.fact().attempt(), _ -> new ArrayList<>()).add(recorded);
      }
    }
    return byAttempt.entrySet().stream()
        .map(entry -> attempt(id, entry.getKey(), entry.getValue(), events))
        .toList();
  }

  private static MessageAttempt attempt(
      String id, int number, List<Fact.Recorded> facts, List<MessageEvent> events) {
    HandoffState state =
        latest(facts, Retention.HANDOFF)
            .map(latest -> HandoffState.of(latest.state()))
            .orElse(HandoffState.CREATED);
    List<MessageEvent> own = events.stream().filter(event -> event.attempt() == number).toList();
    String provider = detail(own, EventDetails.PROVIDER_KEY);
    return new MessageAttempt(
        number,
        Objects.requireNonNullElseGet(
            detail(own, EventDetails.ATTEMPT_ID), () -> AttemptId.of(id, number)),
        state,
        provider == null
            ? null
            : new MessageAttempt.Provider(provider, detail(own, EventDetails.PROVIDER_MSG_ID)),
        first(own, MessageEventType.HANDOFF_ATTEMPTED).map(MessageEvent::at).orElse(null),
        state == HandoffState.FAILED ? detail(own, EventDetails.ERROR) : null);
  }

  private static @Nullable String detail(List<MessageEvent> events, String name) {
    return events.stream()
        .map(event -> event.details().get(name))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}
