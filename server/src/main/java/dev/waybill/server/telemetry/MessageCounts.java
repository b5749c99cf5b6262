package dev.waybill.server.telemetry;

import dev.waybill.WaybillException;
import dev.waybill.base.Recent;
import dev.waybill.message.HandoffState;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts and times the transitions of messages. Labels never contain IDs.
final class MessageCounts {

  private static final AttributeKey<String> MACHINE = AttributeKey.stringKey("machine");
  private static final AttributeKey<String> FROM = AttributeKey.stringKey("from");
  private static final AttributeKey<String> TO = AttributeKey.stringKey("to");
  private static final AttributeKey<String> CHANNEL = AttributeKey.stringKey("channel");
  private static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("provider");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error_code");
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");

  private static final int MOST_MESSAGES = 20_000;

  private final BoundedLabel channels = new BoundedLabel(20);
  private final BoundedLabel providers = new BoundedLabel(50);
  private final BoundedLabel errors = new BoundedLabel(100);
  private final LongCounter transitions;
  private final LongCounter failures;
  private final LongCounter suppressed;
  private final DoubleHistogram handoffTime;
  private final DoubleHistogram deliveryTime;

  /// An event says neither the state before nor the channel, so recent messages are remembered.
  private final Recent<String, KnownMessage> recent = new Recent<>(MOST_MESSAGES);

  MessageCounts(Instruments make) {
    this.transitions = make.counter(Metric.MESSAGE_TRANSITIONS);
    this.failures = make.counter(Metric.MESSAGE_ERRORS);
    this.suppressed = make.counter(Metric.MESSAGES_SUPPRESSED);
    this.handoffTime = make.histogram(Metric.HANDOFF_TIME);
    this.deliveryTime = make.histogram(Metric.DELIVERY_TIME);
  }

  /// @param fact a fact that was stored
  void recorded(Fact fact, Ledger.Answer answer, Ledger ledger) {
    String kind = fact.key().kind();
    if (!kind.equals(Retention.HANDOFF) && !kind.equals(Retention.PROVIDER)) {
      return;
    }
    String key = fact.key().tenant() + '\n' + fact.key().id();
    KnownMessage before = recent.find(key).orElseGet(() -> before(fact, ledger));
    Map<String, String> details = EventDetails.read(fact.data());
    boolean applied = answer == Ledger.Answer.APPLIED;
    KnownMessage after = before.after(fact, details);
    if (applied) {
      recent.put(key, after);
      moved(fact, before, after);
    }
    count(fact, details, after);
  }

  /// The first event of a message needs no lookup. The event is already stored, so a failed lookup
  /// must not fail the call.
  private static KnownMessage before(Fact fact, Ledger ledger) {
    if (fact.type().equals(MessageEventType.MESSAGE_CREATED.eventName())) {
      return KnownMessage.NEW;
    }
    try {
      return KnownMessage.before(fact, ledger);
    } catch (WaybillException unreadable) {
      return KnownMessage.NEW;
    }
  }

  private void moved(Fact fact, KnownMessage before, KnownMessage after) {
    boolean handoff = fact.key().kind().equals(Retention.HANDOFF);
    String from = handoff ? before.handoff() : before.delivery();
    if (fact.state().equals(from)) {
      return;
    }
    Attributes labels = labels(after);
    transitions.add(
        1,
        labels.toBuilder()
            .put(MACHINE, handoff ? "handoff" : "provider")
            .put(FROM, from == null ? BoundedLabel.NONE : from)
            .put(TO, fact.state())
            .build());
    if (handoff && fact.state().equals(HandoffState.HANDED_OFF.word())) {
      time(handoffTime, before.createdAt(), fact, labels);
    }
    if (!handoff && fact.state().equals(ProviderState.DELIVERED.word())) {
      time(deliveryTime, before.handedOffAt(), fact, labels);
    }
  }

  private void count(Fact fact, Map<String, String> details, KnownMessage message) {
    String error = details.get(EventDetails.ERROR_CODE);
    if (error != null) {
      failures.add(1, labels(message).toBuilder().put(ERROR, errors.of(error)).build());
    }
    if (fact.type().equals(MessageEventType.MESSAGE_SUPPRESSED.eventName())) {
      String reason = details.getOrDefault(EventDetails.REASON, BoundedLabel.NONE);
      suppressed.add(1, Attributes.of(CHANNEL, channels.of(message.channel()), REASON, reason));
    }
  }

  private static void time(
      DoubleHistogram histogram, @Nullable Instant since, Fact fact, Attributes labels) {
    if (since != null) {
      long nanos = Math.max(0, Duration.between(since, fact.at()).toNanos());
      histogram.record(Instruments.seconds(nanos), labels);
    }
  }

  private Attributes labels(KnownMessage message) {
    return Attributes.of(
        CHANNEL, channels.of(message.channel()), PROVIDER, providers.of(message.provider()));
  }
}
