package dev.waybill.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Figures as they come, and who is told of each.
final class Results {

  private final List<Figure> figures = new ArrayList<>();
  private final Consumer<String> say;

  Results(Consumer<String> say) {
    this.say = say;
  }

  void add(Figure figure) {
    figures.add(figure);
    say.accept(
        "%-24s %-28s %-22s %s %s"
            .formatted(
                figure.measure(),
                figure.setting(),
                figure.subject(),
                Numbers.withSpread(figure),
                figure.unit()));
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
