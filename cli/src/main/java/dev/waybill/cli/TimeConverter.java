package dev.waybill.cli;

import dev.waybill.wire.Spans;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Times on the command line: `500ms`, `30s`, `5m`, or ISO 8601.
final class TimeConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String value) {
    return Spans.parse(value)
        .filter(time -> !time.isNegative())
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "must be a time such as 500ms, 30s or 5m, not \"" + value + "\""));
  }
}
