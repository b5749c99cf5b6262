package dev.waybill.backend.redis;

import dev.waybill.Capabilities.Durability;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What the server tells about its version, its persistence and its memory.
///
/// @param settings from `CONFIG GET`; empty if the user may not read them
/// @param info from `INFO`
record ServerState(Map<String, String> settings, Map<String, String> info) {

  /// The durability of acknowledged writes, and the reason.
  record DurabilityClass(Durability durability, String reason) {}

  static final int OLDEST_VERSION = 7;

  /// The state of every server that accepts writes.
  static List<ServerState> readAll(RedisLink link) {
    List<Map<String, String>> settings = settings(link);
    List<Map<String, String>> infos = infos(link);
    List<ServerState> all = new ArrayList<>();
    for (int i = 0; i < infos.size(); i++) {
      all.add(new ServerState(i < settings.size() ? settings.get(i) : Map.of(), infos.get(i)));
    }
    return all;
  }

  /// What each server reports, without its settings.
  static List<ServerState> report(RedisLink link) {
    return infos(link).stream().map(info -> new ServerState(Map.of(), info)).toList();
  }

  boolean isCluster() {
    return "1".equals(info.get("cluster_enabled"));
  }

  private static List<Map<String, String>> settings(RedisLink link) {
    try {
      return link.onEachServer(
          "read its settings",
          to ->
              to.configGet(
                  "appendonly", "appendfsync", "maxmemory-policy", "no-appendfsync-on-rewrite"));
    } catch (WaybillException refused) {
      if (refused.getCause() != null && RedisErrors.isForbidden(refused.getCause())) {
        return List.of();
      }
      throw refused;
    }
  }

  private static List<Map<String, String>> infos(RedisLink link) {
    return link.onEachServer("report its state", to -> to.info()).stream()
        .map(ServerState::parsed)
        .toList();
  }

  private static Map<String, String> parsed(String text) {
    return text.lines()
        .filter(line -> line.indexOf(':') > 0)
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.indexOf(':')),
                line -> line.substring(line.indexOf(':') + 1).strip(),
                (first, _) -> first));
  }

  String version() {
    return info.getOrDefault("valkey_version", info.getOrDefault("redis_version", "unknown"));
  }

  String product() {
    return info.containsKey("valkey_version") ? "Valkey" : "Redis";
  }

  /// Whether the server is of this version of Redis or newer; Valkey names the version that it is
  /// compatible with.
  boolean isAtLeast(String version) {
    return Version.parse(info.getOrDefault("redis_version", "0")).compareTo(Version.parse(version))
        >= 0;
  }

  String role() {
    return info.getOrDefault("role", "unknown");
  }

  /// Bytes in use.
  long memory() {
    return Long.parseLong(info.getOrDefault("used_memory", "0"));
  }

  /// Bytes; 0 if there is no limit.
  long memoryLimit() {
    return Long.parseLong(info.getOrDefault("maxmemory", "0"));
  }

  int replicas() {
    return Integer.parseInt(info.getOrDefault("connected_slaves", "0"));
  }

  /// Refuses servers that are too old, evict keys, or are replicas.
  void requireUsable() {
    String numbers = info.getOrDefault("redis_version", "0");
    if (Integer.parseInt(numbers.split("\\.", 2)[0]) < OLDEST_VERSION) {
      throw refused("Redis " + numbers + " is too old: use 7.0 or newer, or Valkey");
    }
    String policy =
        settings.getOrDefault("maxmemory-policy", info.getOrDefault("maxmemory_policy", ""));
    if (!policy.equals("noeviction")) {
      throw refused(
          "Redis has maxmemory-policy "
              + policy
              + " and would delete jobs when its memory is full: set maxmemory-policy noeviction");
    }
    requirePrimary();
  }

  void requirePrimary() {
    if (!role().equals("master")) {
      throw refused("this Redis is a replica: use the address of its primary");
    }
  }

  private static WaybillException refused(String why) {
    return new WaybillException(Code.UNSUPPORTED, why);
  }

  /// @param syncsAlways what the configuration says, if the server does not tell
  DurabilityClass durability(boolean syncsAlways) {
    boolean appends =
        settings.containsKey("appendonly")
            ? "yes".equals(settings.get("appendonly"))
            : "1".equals(info.get("aof_enabled"));
    if (!appends) {
      return new DurabilityClass(
          Durability.MEMORY, "appendonly is off; snapshots lose the writes since the last one");
    }
    if (!settings.containsKey("appendfsync")) {
      return syncsAlways
          ? new DurabilityClass(
              Durability.POWER_CUT, "store.durability says that it syncs every write")
          : new DurabilityClass(
              Durability.MEMORY,
              "the user may not read appendfsync, which is everysec by default; see"
                  + " store.durability");
    }
    return synced(settings.get("appendfsync"));
  }

  /// With `everysec` Redis answers before it has passed a write to the operating system if a sync
  /// is in progress, for up to two seconds. So a crash of Redis alone can lose acknowledged writes.
  private DurabilityClass synced(String policy) {
    if (policy.equals("everysec")) {
      return new DurabilityClass(
          Durability.MEMORY,
          "appendfsync is everysec: a crash of Redis or a power cut can lose the last 2 seconds");
    }
    if (!policy.equals("always")) {
      return new DurabilityClass(
          Durability.PROCESS, "appendfsync is " + policy + ": a power cut loses unsynced writes");
    }
    if ("yes".equals(settings.get("no-appendfsync-on-rewrite"))) {
      return new DurabilityClass(
          Durability.PROCESS,
          "no-appendfsync-on-rewrite is on: Redis does not sync during a rewrite");
    }
    return new DurabilityClass(Durability.POWER_CUT, "it syncs before it answers");
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
