package dev.waybill.bench;

import java.util.List;
import java.util.Locale;

/// Adds figures of a server and how they stand to their targets.
record Loopback(Results results) {

  void add(String measure, String setting, String unit, double value) {
    results.add(new Figure(measure, setting, WaybillSubject.NAME, unit, List.of(value)));
  }

  /// A ratio that is to be at least the target.
  void ratio(String ours, String other, double value, double target) {
    String setting = String.format(Locale.ROOT, "target: %.1f or more", target);
    add(ours + " / " + other, setting, "ratio", value);
  }

  /// A value that is to be at most the target.
  void atMost(String measure, String unit, double value, double target) {
    String setting = String.format(Locale.ROOT, "target: %s or less", Numbers.of(target));
    add(measure, setting, unit, value);
  }
}
