package dev.waybill.cli;

import dev.waybill.server.config.Times;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Times on the command line: `500ms`, `30s`, `5m`, or ISO 8601.
final class TimeConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String value) {
    try {
      return Times.parse(value);
    } catch (IllegalArgumentException wrong) {
      throw new TypeConversionException(wrong.getMessage());
    }
  }
}
