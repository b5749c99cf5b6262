package dev.waybill.events;

import dev.waybill.NewJob;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.Subscription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An event with its matching subscriptions, or the reason why it is refused. Its jobs are created
/// when they are enqueued.
record Sorted(
    @Nullable NotPublished refusal,
    @Nullable Incoming event,
    List<String> warnings,
    List<Subscription> subscriptions,
    @Nullable DeliveryJobs delivery) {

  static Sorted refused(NotPublished refusal) {
    return new Sorted(refusal, null, List.of(), List.of(), null);
  }

  List<NewJob> jobs() {
    return delivery == null ? List.of() : subscriptions.stream().map(delivery::of).toList();
  }
}
