package dev.waybill.backend.search;

import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Names and values as bytes. Equal maps have equal bytes.
final class StoredValues {

  private static final int USUAL_BYTES = 256;

  private StoredValues() {}

  static byte[] bytes(Map<String, String> values) {
    ByteWriter out = new ByteWriter(USUAL_BYTES).putSmall(values.size());
    new TreeMap<>(values).forEach((name, value) -> out.putText(name).putText(value));
    return out.copy();
  }

  static Map<String, String> read(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int size = in.getSmallInt();
    Map<String, String> values = HashMap.newHashMap(size);
    for (int i = 0; i < size; i++) {
      values.put(in.getText(), in.getText());
    }
    return values;
  }
}
