package dev.waybill.backend.embedded.live;

import java.util.function.Function;

/// A command that is decided immediately.
public final class DirectCommand<R> extends Command<R> {

  private final int weight;
  private final Function<Machine, R> decision;

  public DirectCommand(int weight, Function<Machine, R> decision) {
    this.weight = weight;
    this.decision = decision;
  }

  /// A command that writes nothing.
  public static <R> DirectCommand<R> reading(Function<Machine, R> decision) {
    return new DirectCommand<>(0, decision);
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
