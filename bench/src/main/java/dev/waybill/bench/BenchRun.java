package dev.waybill.bench;

import dev.waybill.bench.measure.Drain;
import dev.waybill.bench.measure.EnqueueMeasure;
import dev.waybill.bench.measure.Measure;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Runs every selected measure for every contender and collects the figures.
final class BenchRun {

  private final Plan plan;
  private final List<Contender> contenders;
  private final Map<Character, Measure> measures;
  private final Results results;
  private final Consumer<String> say;

  /// @param measures by letter, in order
  BenchRun(
      Plan plan,
      List<Contender> contenders,
      Map<Character, Measure> measures,
      Consumer<String> say) {
    this.plan = plan;
    this.contenders = List.copyOf(contenders);
    this.measures = new LinkedHashMap<>(measures);
    this.results = new Results(say);
    this.say = say;
  }

  Report run() {
    Instant began = Instant.now();
    List<String> loads = new ArrayList<>();
    loads.add(Environment.load());
    contenders.forEach(this::warmUp);
    for (Measure measure : measures.values()) {
      take(measure);
      loads.add(Environment.load());
      say.accept("load average " + loads.getLast());
    }
    return new Report(began, Environment.now(), loads, plan, contenders, results);
  }

  /// Contenders alternate, so that a busy minute of the machine does not affect only one of them.
  private void take(Measure measure) {
    int rounds = measure.takesTurns() ? plan.repeats() : 1;
    Plan each = plan.withRepeats(plan.repeats() / rounds);
    for (int i = 0; i < rounds; i++) {
      contenders.stream()
          .filter(contender -> measure.isFor(contender.role()))
          .forEach(contender -> measure.take(contender, each, results));
    }
  }

  private void warmUp(Contender contender) {
    try (Subject subject = contender.open()) {
      int jobs = contender.role() == Contender.Role.PEER ? plan.warmUp() / 10 : plan.warmUp();
      EnqueueMeasure.rate(subject, plan, 16, 1);
      Drain.fill(subject, jobs);
      Drain.run(subject, contender.workers(), jobs);
      say.accept(contender.name() + " is warm: " + contender.durability());
    }
  }
}
