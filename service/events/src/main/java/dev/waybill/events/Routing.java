package dev.waybill.events;

import dev.waybill.events.filter.FilterPolicy;
import dev.waybill.events.filter.Mismatch;
import dev.waybill.events.filter.PolicyIndex;
import dev.waybill.events.filter.Subject;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Verdict;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The subscriptions of one topic with an index of their filters. Immutable: a change of a
/// subscription creates another instance.
final class Routing {

  private final Map<Subscription, FilterPolicy> policies;
  private final PolicyIndex<Subscription> index;

  private Routing(Map<Subscription, FilterPolicy> policies) {
    this.policies = policies;
    this.index = PolicyIndex.of(policies);
  }

  /// A subscription and its parsed policy.
  record Asked(Subscription subscription, FilterPolicy policy) {

    static Asked of(Subscription subscription) {
      return new Asked(
          subscription, FilterPolicy.parse(subscription.filter(), subscription.scope()));
    }
  }

  static Routing of(Collection<Asked> all) {
    Map<Subscription, FilterPolicy> policies = new LinkedHashMap<>();
    all.forEach(one -> policies.put(one.subscription(), one.policy()));
    return new Routing(policies);
  }

  List<Subscription> match(Subject subject) {
    return index.match(subject);
  }

  /// The verdict of each subscription on the event.
  List<Verdict> explain(Subject subject) {
    return policies.entrySet().stream()
        .map(one -> verdict(one.getKey(), one.getValue().explain(subject)))
        .toList();
  }

  private static Verdict verdict(Subscription subscription, List<Mismatch> mismatches) {
    return new Verdict(
        subscription.name(),
        subscription.queue(),
        mismatches.isEmpty(),
        mismatches.stream().map(Mismatch::toString).toList());
  }
}
