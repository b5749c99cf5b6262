package dev.waybill.bench;

import java.util.List;
import java.util.stream.Stream;

/// The measured values of one subject in one setting.
///
/// @param samples one value per repeat
public record Figure(
    String measure, String setting, String subject, String unit, List<Double> samples) {

  public Figure {
    samples = samples.stream().sorted().toList();
  }

  Figure with(List<Double> more) {
    return new Figure(
        measure, setting, subject, unit, Stream.concat(samples.stream(), more.stream()).toList());
  }

  double median() {
    int middle = samples.size() / 2;
    return samples.size() % 2 == 1
        ? samples.get(middle)
        : (samples.get(middle - 1) + samples.get(middle)) / 2;
  }

  double min() {
    return samples.getFirst();
  }

  double max() {
    return samples.getLast();
  }

  boolean isOf(String other, String inSetting) {
    return measure.equals(other) && setting.equals(inSetting);
  }
}
