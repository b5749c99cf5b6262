package dev.waybill.cli.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A struct in Thrift's compact protocol, in which Parquet describes its contents. Fields are added
/// in ascending order of their numbers.
final class ThriftStruct {

  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;

  private static final int LONG_LIST = 15;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int last;

  ThriftStruct bool(int field, boolean value) {
    return header(field, value ? TRUE : FALSE);
  }

  ThriftStruct i32(int field, int value) {
    header(field, I32);
    return zigzag(value);
  }

  ThriftStruct i64(int field, long value) {
    header(field, I64);
    return zigzag(value);
  }

  ThriftStruct text(int field, String value) {
    header(field, BINARY);
    return binary(value);
  }

  ThriftStruct struct(int field, ThriftStruct value) {
    header(field, STRUCT);
    out.writeBytes(value.bytes());
    return this;
  }

  ThriftStruct structs(int field, List<byte[]> values) {
    list(field, STRUCT, values.size());
    values.forEach(out::writeBytes);
    return this;
  }

  ThriftStruct texts(int field, List<String> values) {
    list(field, BINARY, values.size());
    values.forEach(this::binary);
    return this;
  }

  ThriftStruct i32s(int field, List<Integer> values) {
    list(field, I32, values.size());
    values.forEach(this::zigzag);
    return this;
  }

  /// The struct with its end.
  byte[] bytes() {
    byte[] fields = out.toByteArray();
    byte[] all = new byte[fields.length + 1];
    System.arraycopy(fields, 0, all, 0, fields.length);
    return all;
  }

  private ThriftStruct header(int field, int type) {
    out.write((field - last) << 4 | type);
    last = field;
    return this;
  }

  private void list(int field, int type, int size) {
    header(field, LIST);
    if (size < LONG_LIST) {
      out.write(size << 4 | type);
    } else {
      out.write(LONG_LIST << 4 | type);
      Varint.write(out, size);
    }
  }

  private ThriftStruct binary(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    Varint.write(out, utf8.length);
    out.writeBytes(utf8);
    return this;
  }

  private ThriftStruct zigzag(long value) {
    Varint.write(out, value << 1 ^ value >> 63);
    return this;
  }
}
