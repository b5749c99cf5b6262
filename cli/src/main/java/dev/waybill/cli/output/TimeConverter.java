package dev.waybill.cli.output;

import dev.waybill.base.Durations;
import dev.waybill.base.Text;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses durations of the command line.
public final class TimeConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String value) {
    return Durations.parse(value)
        .filter(time -> !time.isNegative())
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "must be a duration such as "
                        + Durations.EXAMPLES
                        + "; got "
                        + Text.quote(value)));
  }
}
