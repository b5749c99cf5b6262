package dev.waybill.cli;

import dev.waybill.Durations;
import dev.waybill.Text;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Durations on the command line.
final class TimeConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String value) {
    return Durations.parse(value)
        .filter(time -> !time.isNegative())
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "must be a duration such as "
                        + Durations.EXAMPLES
                        + "; it is "
                        + Text.quote(value)));
  }
}
