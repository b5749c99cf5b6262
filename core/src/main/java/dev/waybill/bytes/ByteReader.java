package dev.waybill.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads the format of [ByteWriter]. Reading past the end throws an `IndexOutOfBoundsException`.
public final class ByteReader {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private final int end;
  private int at;

  public ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  public ByteReader(byte[] bytes, int from, int length) {
    this.bytes = bytes;
    this.at = from;
    this.end = from + length;
  }

  public int at() {
    return at;
  }

  public boolean hasMore() {
    return at < end;
  }

  public int get1() {
    return bytes[advance(1)];
  }

  public int get4() {
    return (int) INT.get(bytes, advance(4));
  }

  public long get8() {
    return (long) LONG.get(bytes, advance(8));
  }

  public long getSmall() {
    long value = 0;
    int shift = 0;
    while (true) {
      int next = get1();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
      shift += 7;
    }
  }

  public int getSmallInt() {
    return (int) getSmall();
  }

  public byte[] getRaw(int length) {
    int from = advance(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  public byte[] getBytes() {
    return getRaw(getSmallInt());
  }

  public String getText() {
    int length = getSmallInt();
    return new String(bytes, advance(length), length, StandardCharsets.UTF_8);
  }

  public @Nullable String getOptionalText() {
    return get1() == 0 ? null : getText();
  }

  public void skip(int length) {
    advance(length);
  }

  private int advance(int count) {
    int from = at;
    if (count < 0 || count > end - from) {
      throw new IndexOutOfBoundsException("record ends at " + end + ", asked for " + count);
    }
    at += count;
    return from;
  }
}
