package dev.waybill.cli.parquet;

/// A column; each of its values may be null.
public record ParquetColumn(String name, ParquetType type) {

  private static final int OPTIONAL = 1;

  /// The `SchemaElement` of the column.
  ThriftStruct element() {
    ThriftStruct element =
        new ThriftStruct().i32(1, type.physical()).i32(3, OPTIONAL).text(4, name);
    type.describe(element);
    return element;
  }
}
