package dev.waybill.cli.export;

import dev.waybill.base.Text;
import dev.waybill.wire.json.TimeText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses a time, or a date as its midnight in UTC.
final class ExportTime implements ITypeConverter<Instant> {

  @Override
  public Instant convert(String value) {
    Instant time = TimeText.parseRfc3339(value);
    if (time != null) {
      return time;
    }
    try {
      return LocalDate.parse(value).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeParseException neither) {
      throw new TypeConversionException(
          "must be a date or a time such as 2026-11-01 or 2026-11-01T08:00:00Z; got "
              + Text.quote(value));
    }
  }
}
