package dev.waybill.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A growing byte array, written sequentially in big-endian order. [ByteReader] reads it.
public final class ByteWriter {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int size;

  public ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  /// The array in use; valid until the next write.
  public byte[] array() {
    return bytes;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  public byte[] copy(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  public byte[] copy() {
    return copy(0, size);
  }

  /// Leaves a gap of zeros, to be filled later; returns its position.
  public int skip(int count) {
    int at = size;
    reserve(count);
    Arrays.fill(bytes, at, at + count, (byte) 0);
    size += count;
    return at;
  }

  public ByteWriter put1(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  public ByteWriter put4(int value) {
    reserve(4);
    INT.set(bytes, size, value);
    size += 4;
    return this;
  }

  public ByteWriter put8(long value) {
    reserve(8);
    LONG.set(bytes, size, value);
    size += 8;
    return this;
  }

  public void put4At(int at, int value) {
    INT.set(bytes, at, value);
  }

  public void put8At(int at, long value) {
    LONG.set(bytes, at, value);
  }

  /// A nonnegative number that is usually small: seven bits per byte.
  public ByteWriter putSmall(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  public ByteWriter putRaw(byte[] source) {
    return putRaw(source, 0, source.length);
  }

  public ByteWriter putRaw(byte[] source, int from, int length) {
    reserve(length);
    System.arraycopy(source, from, bytes, size, length);
    size += length;
    return this;
  }

  public ByteWriter putBytes(byte[] value) {
    putSmall(value.length);
    return putRaw(value);
  }

  public ByteWriter putText(String value) {
    return putBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  public ByteWriter putOptionalText(@Nullable String value) {
    if (value == null) {
      return put1(0);
    }
    return put1(1).putText(value);
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
