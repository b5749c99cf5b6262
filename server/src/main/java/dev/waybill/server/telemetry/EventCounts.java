package dev.waybill.server.telemetry;

import dev.waybill.Code;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.Extended;
import dev.waybill.result.PublishResult;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import java.time.InstantSource;
import java.util.List;

/// Counts events that workers publish and readers receive.
final class EventCounts {

  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error_type");
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  private static final Attributes GOOD = Attributes.of(AttributeKey.booleanKey("success"), true);
  private static final Attributes BAD = Attributes.of(AttributeKey.booleanKey("success"), false);

  private final InstantSource clock;
  private final LongCounter published;
  private final LongCounter errors;
  private final LongCounter persisted;
  private final LongCounter dropped;
  private final LongCounter extended;
  private final LongCounter replayed;
  private final DoubleHistogram publishTime;
  private final DoubleHistogram replayTime;

  EventCounts(Instruments make, InstantSource clock) {
    this.clock = clock;
    this.published = make.counter(Metric.PUBLISHED);
    this.errors = make.counter(Metric.PUBLISH_ERRORS);
    this.persisted = make.counter(Metric.PERSISTED);
    this.dropped = make.counter(Metric.DROPPED);
    this.extended = make.counter(Metric.EXTENDED);
    this.replayed = make.counter(Metric.REPLAYED);
    this.publishTime = make.histogram(Metric.PUBLISH_TIME);
    this.replayTime = make.histogram(Metric.REPLAY_TIME);
    startAtZero();
  }

  /// Starts at 0: `increase()` would miss the first event of a new series.
  private void startAtZero() {
    List.of(persisted, extended, replayed).forEach(counter -> counter.add(0));
    List.of(GOOD, BAD).forEach(success -> published.add(0, success));
    for (Code code : Code.values()) {
      errors.add(0, Attributes.of(ERROR, code.wire()));
      dropped.add(0, Attributes.of(REASON, code.wire()));
    }
  }

  InstantSource clock() {
    return clock;
  }

  void published(PublishResult result, int events, long nanos) {
    publishTime.record(Instruments.seconds(nanos));
    switch (result) {
      case Published answer -> {
        published.add(1, GOOD);
        persisted.add(answer.added());
      }
      case Refused refused -> notPublished(refused.code().wire(), events);
    }
  }

  void notPublished(String why, int events) {
    published.add(1, BAD);
    errors.add(1, Attributes.of(ERROR, why));
    dropped.add(events, Attributes.of(REASON, why));
  }

  void extended(List<ExtendResult> results) {
    extended.add(results.stream().filter(Extended.class::isInstance).count());
  }

  void replayed(long events) {
    replayed.add(events);
  }

  void replayTook(long nanos) {
    replayTime.record(Instruments.seconds(nanos));
  }
}
