package dev.waybill.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Collects figures and reports each to a listener.
public final class Results {

  private final List<Figure> figures = new ArrayList<>();
  private final Consumer<String> say;

  public Results(Consumer<String> say) {
    this.say = say;
  }

  /// Adds the samples to an existing figure.
  public void add(Figure figure) {
    say.accept(
        "%-24s %-28s %-16s %s %s"
            .formatted(
                figure.measure(),
                figure.setting(),
                figure.subject(),
                Numbers.withSpread(figure),
                figure.unit()));
    find(figure.measure(), figure.setting(), figure.subject())
        .ifPresentOrElse(
            known -> figures.set(figures.indexOf(known), known.with(figure.samples())),
            () -> figures.add(figure));
  }

  List<Figure> all() {
    return List.copyOf(figures);
  }

  Optional<Figure> find(String measure, String setting, String subject) {
    return figures.stream()
        .filter(figure -> figure.isOf(measure, setting) && figure.subject().equals(subject))
        .findFirst();
  }
}
