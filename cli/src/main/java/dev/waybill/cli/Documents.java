package dev.waybill.cli;

import dev.waybill.spi.Provisioned;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values as programs read them: what `--json` writes.
final class Documents {

  private Documents() {}

  static Map<String, Object> provisioned(Provisioned one) {
    Fields fields = new Fields();
    fields.put("name", one.name());
    fields.put("found", Words.lower(one.outcome()));
    fields.put("drift", one.drift());
    return fields.map;
  }

  /// Fields in the order they were put; those without a value are left out.
  private static final class Fields {
    private final Map<String, Object> map = new LinkedHashMap<>();

    void put(String name, @Nullable Object value) {
      if (value != null) {
        map.put(name, value);
      }
    }
  }
}
