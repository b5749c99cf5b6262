package dev.waybill.backend.redis;

import dev.waybill.bytes.ByteReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// Calls a function for many items: grouped by shard, a limited number per call so that no call
/// occupies the server for long, and all calls sent at once.
final class Batches {

  private Batches() {}

  /// @param shard the shard of an item
  /// @param call begins a call
  /// @param add adds an item to a call
  /// @param answer reads the answer to one item
  record Plan<Q, A>(
      Function<Q, Call.Prefix> shard,
      Function<Call.Prefix, Call.Builder> call,
      BiConsumer<Call.Builder, Q> add,
      Function<ByteReader, A> answer) {}

  /// One answer per item, in order.
  static <Q, A> List<A> call(RedisLink link, List<Q> items, Plan<Q, A> plan, int most) {
    List<List<Integer>> groups = groups(items, plan, most);
    List<Call> calls = groups.stream().map(group -> call(items, plan, group)).toList();
    Map<Integer, A> answers = new LinkedHashMap<>();
    List<Object> texts = link.callAll(calls);
    for (int i = 0; i < groups.size(); i++) {
      ByteReader in = new ByteReader((byte[]) texts.get(i));
      groups.get(i).forEach(index -> answers.put(index, plan.answer().apply(in)));
    }
    List<A> inOrder = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      inOrder.add(java.util.Objects.requireNonNull(answers.get(i)));
    }
    return inOrder;
  }

  private static <Q, A> Call call(List<Q> items, Plan<Q, A> plan, List<Integer> group) {
    Call.Builder call = plan.call().apply(plan.shard().apply(items.get(group.getFirst())));
    group.forEach(index -> plan.add().accept(call, items.get(index)));
    return call.build();
  }

  private static <Q, A> List<List<Integer>> groups(List<Q> items, Plan<Q, A> plan, int most) {
    Map<Call.Prefix, List<Integer>> open = new LinkedHashMap<>();
    List<List<Integer>> groups = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Call.Prefix shard = plan.shard().apply(items.get(i));
      List<Integer> group = open.get(shard);
      if (group == null || group.size() == most) {
        group = new ArrayList<>();
        groups.add(group);
        open.put(shard, group);
      }
      group.add(i);
    }
    return groups;
  }
}
