package dev.waybill.fuzz;

import dev.waybill.events.filter.FilterPolicy;
import dev.waybill.events.filter.PolicyIndex;
import dev.waybill.events.filter.Subject;
import dev.waybill.topic.Subscription.Scope;
import java.util.List;
import java.util.Map;

/// A filter policy and the body of an event. The policy, its explanation and the index must agree.
final class FiltersTarget implements FuzzTarget {

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    FilterPolicy policy = FilterPolicy.parse(Input.text(parts.get(0)), Scope.BODY);
    Subject subject = Subject.of(Map.of(), Input.text(parts.get(1)));
    boolean matches = policy.matches(subject);
    boolean explained = policy.explain(subject).isEmpty();
    boolean indexed = PolicyIndex.of(Map.of("p", policy)).match(subject).equals(List.of("p"));
    if (matches != explained || matches != indexed) {
      throw new IllegalStateException(
          "matches " + matches + ", explained " + explained + ", indexed " + indexed);
    }
  }
}
