package dev.waybill.bench;

import dev.waybill.bench.peer.WaybillSubject;
import java.util.List;
import java.util.Locale;

/// Adds figures of a server and compares them with their targets.
public record Loopback(Results results) {

  public void add(String measure, String setting, String unit, double value) {
    results.add(new Figure(measure, setting, WaybillSubject.NAME, unit, List.of(value)));
  }

  /// A ratio with a minimum target.
  public void ratio(String ours, String other, double value, double target) {
    String setting = "target: " + target + " or more";
    add(ours + " / " + other, setting, "ratio", value);
  }

  /// A value with a maximum target.
  public void atMost(String measure, String unit, double value, double target) {
    String setting = String.format(Locale.ROOT, "target: %s or less", Numbers.of(target));
    add(measure, setting, unit, value);
  }
}
