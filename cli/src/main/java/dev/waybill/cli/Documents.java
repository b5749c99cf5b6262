package dev.waybill.cli;

import dev.waybill.JobEvent;
import dev.waybill.Payload;
import dev.waybill.server.auth.AccessKey;
import dev.waybill.server.auth.Scope;
import dev.waybill.spi.Provisioned;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values as programs read them: what `--json` writes.
final class Documents {

  private Documents() {}

  static Map<String, Object> event(JobEvent event) {
    Fields fields = new Fields();
    fields.put("attempt", event.attempt());
    fields.put("sequence", event.sequence());
    fields.put("type", event.type());
    fields.put("at", event.at());
    fields.payload("data", event.data());
    return fields.map;
  }

  static Map<String, Object> key(AccessKey key) {
    Fields fields = new Fields();
    fields.put("id", key.id());
    fields.put("tenant", key.tenant());
    fields.put("scopes", key.scopes().stream().sorted().map(Scope::wire).toList());
    fields.put("label", key.label());
    fields.put("last_four", key.lastFour());
    fields.put("created_at", key.createdAt());
    fields.put("expires_at", key.expiresAt());
    fields.put("revoked_at", key.revokedAt());
    return fields.map;
  }

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

    void payload(String name, @Nullable Payload payload) {
      if (payload == null || payload.size() == 0) {
        return;
      }
      Words.text(payload)
          .ifPresentOrElse(
              text -> map.put(name, text), () -> map.put(name + "_base64", base64(payload)));
    }

    private static String base64(Payload payload) {
      return Base64.getEncoder().encodeToString(payload.bytesWithoutCopy());
    }
  }
}
