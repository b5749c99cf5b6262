package dev.waybill.backend.embedded;

import java.util.function.Function;

/// A command that is decided at once.
final class Ask<R> extends Command<R> {

  private final int weight;
  private final Function<Machine, R> decision;

  Ask(int weight, Function<Machine, R> decision) {
    this.weight = weight;
    this.decision = decision;
  }

  /// One that writes nothing.
  static <R> Ask<R> reading(Function<Machine, R> decision) {
    return new Ask<>(0, decision);
  }

  @Override
  int weight() {
    return weight;
  }

  @Override
  boolean execute(Machine machine) {
    answer(decision.apply(machine));
    return true;
  }
}
