package dev.waybill.cli.export;

import dev.waybill.wire.json.FlatDocument;

/// The format of an exported file.
enum ExportFormat {
  PARQUET,
  CSV,
  NDJSON;

  <T> RowEncoder<T> encoder(FlatDocument<T> table) {
    return switch (this) {
      case PARQUET -> new ParquetEncoder<>(table);
      case CSV -> new CsvEncoder<>(table);
      case NDJSON -> new NdjsonEncoder<>(table);
    };
  }
}
