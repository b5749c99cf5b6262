package dev.waybill.server.grpc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/// Estimates the memory that a message will take from its bytes: two bytes can become an object of
/// a hundred.
final class WireWeight {

  /// The size of a message with its container, and of an unknown field.
  private static final int MESSAGE = 256;

  /// The size of a value in addition to its own bytes.
  private static final int VALUE = 32;

  /// The maximum depth, which is that of protobuf.
  private static final int DEEPEST = 100;

  private WireWeight() {}

  /// Throws if these are not the bytes of such a message.
  static long of(byte[] bytes, Descriptor type) throws IOException {
    return bytes.length + fields(CodedInputStream.newInstance(bytes), type, 0);
  }

  private static long fields(CodedInputStream in, Descriptor type, int depth) throws IOException {
    if (depth > DEEPEST) {
      throw new InvalidProtocolBufferException("messages are nested too deeply");
    }
    long weight = MESSAGE;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      if (isMessage(field, tag)) {
        int outside = in.pushLimit(in.readRawVarint32());
        weight += fields(in, field.getMessageType(), depth + 1);
        in.popLimit(outside);
      } else {
        weight += field == null ? MESSAGE : VALUE;
        in.skipField(tag);
      }
    }
    return weight;
  }

  private static boolean isMessage(FieldDescriptor field, int tag) {
    return field != null
        && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }
}
