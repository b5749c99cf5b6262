package dev.waybill.events.filter;

import dev.waybill.topic.Subscription.Scope;
import java.util.ArrayList;
import java.util.List;

/// The conditions of a policy, as a tree.
sealed interface Condition {

  boolean holds(Scope scope, Subject subject);

  /// The reasons why the condition does not hold; empty if it does.
  List<Mismatch> mismatches(Scope scope, Subject subject);

  /// One key; one matching operator is enough.
  record OneKey(List<String> path, List<Operator> operators) implements Condition {

    public OneKey {
      path = List.copyOf(path);
      operators = List.copyOf(operators);
    }

    @Override
    public boolean holds(Scope scope, Subject subject) {
      Leaf leaf = subject.leaf(scope, path);
      return operators.stream().anyMatch(operator -> operator.holds(leaf));
    }

    @Override
    public List<Mismatch> mismatches(Scope scope, Subject subject) {
      if (holds(scope, subject)) {
        return List.of();
      }
      String found = Wording.of(subject.leaf(scope, path));
      return List.of(new Mismatch(Wording.of(path), Wording.wanted(operators), found));
    }
  }

  /// The keys of an object, all of which must match.
  record AllOf(List<Condition> conditions) implements Condition {

    public AllOf {
      conditions = List.copyOf(conditions);
    }

    @Override
    public boolean holds(Scope scope, Subject subject) {
      return conditions.stream().allMatch(condition -> condition.holds(scope, subject));
    }

    @Override
    public List<Mismatch> mismatches(Scope scope, Subject subject) {
      return conditions.stream()
          .flatMap(condition -> condition.mismatches(scope, subject).stream())
          .toList();
    }
  }

  /// The objects of a `$or`, one of which must match.
  record AnyOf(List<AllOf> branches) implements Condition {

    public AnyOf {
      branches = List.copyOf(branches);
    }

    @Override
    public boolean holds(Scope scope, Subject subject) {
      return branches.stream().anyMatch(branch -> branch.holds(scope, subject));
    }

    @Override
    public List<Mismatch> mismatches(Scope scope, Subject subject) {
      List<String> reasons = new ArrayList<>();
      for (AllOf branch : branches) {
        List<Mismatch> inBranch = branch.mismatches(scope, subject);
        if (inBranch.isEmpty()) {
          return List.of();
        }
        reasons.add("(" + (reasons.size() + 1) + ") " + Wording.list(sentences(inBranch)));
      }
      String wanted = "one of its " + branches.size() + " branches";
      return List.of(new Mismatch("$or", wanted, "not met: " + Wording.list(reasons)));
    }

    private static List<String> sentences(List<Mismatch> mismatches) {
      return mismatches.stream().map(Mismatch::sentence).toList();
    }
  }
}
