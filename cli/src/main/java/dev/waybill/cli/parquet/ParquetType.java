package dev.waybill.cli.parquet;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// The type of a column: how its values are stored, and what they mean.
public enum ParquetType {
  /// UTF-8 text, from a `String`.
  TEXT(Physical.BYTE_ARRAY, 0),
  /// From a `Long`.
  INT64(Physical.INT64, null),
  /// From a `Double`.
  DOUBLE(Physical.DOUBLE, null),
  /// From a `Boolean`.
  BOOLEAN(Physical.BOOLEAN, null),
  /// Microseconds since 1970 in UTC, from an [Instant].
  TIMESTAMP(Physical.INT64, 10);

  private final Physical physical;
  private final @Nullable Integer converted;

  /// The numbers of the format's `Type`.
  private enum Physical {
    BOOLEAN(0),
    INT64(2),
    DOUBLE(5),
    BYTE_ARRAY(6);

    private final int code;

    Physical(int code) {
      this.code = code;
    }
  }

  ParquetType(Physical physical, @Nullable Integer converted) {
    this.physical = physical;
    this.converted = converted;
  }

  int physical() {
    return physical.code;
  }

  /// Adds `ConvertedType`, for older readers, and `LogicalType` to a `SchemaElement`.
  void describe(ThriftStruct element) {
    if (converted != null) {
      element.i32(6, converted);
    }
    switch (this) {
      case TEXT -> element.struct(10, new ThriftStruct().struct(1, new ThriftStruct()));
      case TIMESTAMP -> element.struct(10, new ThriftStruct().struct(8, microsecondsInUtc()));
      case INT64, DOUBLE, BOOLEAN -> {}
    }
  }

  private static ThriftStruct microsecondsInUtc() {
    ThriftStruct unit = new ThriftStruct().struct(2, new ThriftStruct());
    return new ThriftStruct().bool(1, true).struct(2, unit);
  }

  static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }
}
