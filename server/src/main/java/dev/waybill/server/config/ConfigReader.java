package dev.waybill.server.config;

import dev.waybill.spi.Key;
import dev.waybill.wire.json.Spelling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads the configuration: defaults, then a file, then the environment, then flags; the last one
/// wins. All problems are collected and reported together.
public final class ConfigReader {

  /// The source of default values.
  static final String DEFAULT = "default";

  private static final String PREFIX = "WAYBILL_";

  /// Variables of clients, of the launcher and of process jobs.
  private static final Set<String> OF_OTHERS =
      Set.of(
          "WAYBILL_URL",
          "WAYBILL_KEY",
          "WAYBILL_CA",
          "WAYBILL_CONFIG",
          "WAYBILL_DEBUG",
          "WAYBILL_JAVA_OPTS",
          "WAYBILL_JDK_DIRS",
          "WAYBILL_LC_ALL",
          "WAYBILL_JOB_ID",
          "WAYBILL_ATTEMPT");

  private static final String FROM_FILE = "_FILE";

  private record Said(String text, String source) {}

  private final Map<String, Said> said = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private ConfigReader() {}

  /// @param file the YAML file; null for none
  /// @param flags values by key name
  public static Config read(
      @Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
    ConfigReader reader = new ConfigReader();
    for (Key<?> key : Keys.ALL) {
      if (key.standard() != null) {
        reader.said.put(key.name(), new Said(key.standard(), DEFAULT));
      }
    }
    if (file != null) {
      reader.file(file);
    }
    reader.environment(environment);
    flags.forEach((name, text) -> reader.say(name, text, "command line"));
    return reader.result();
  }

  private void file(Path file) {
    try {
      Object document = YamlFile.load(file);
      if (document instanceof Map<?, ?> map) {
        map(file, "", map);
      } else if (document != null) {
        problems.add(file + ": should hold keys and values, such as \"server: {port: 7878}\"");
      }
    } catch (ConfigException refused) {
      problems.addAll(refused.problems());
    }
  }

  private void map(Path file, String prefix, Map<?, ?> map) {
    map.forEach(
        (name, value) -> {
          String path = prefix + name;
          switch (value) {
            case null -> problems.add(file + ": " + path + " has no value");
            case Map<?, ?> deeper when Keys.find(path).isEmpty() -> map(file, path + ".", deeper);
            case Map<?, ?> pairs when takesPairs(path) -> say(path, pairs(pairs), file.toString());
            case Map<?, ?> _ -> problems.add(file + ": " + path + " takes one value, not several");
            case List<?> _ -> problems.add(file + ": " + path + " takes one value, not a list");
            case Object scalar -> say(path, scalar.toString(), file.toString());
          }
        });
  }

  private static boolean takesPairs(String path) {
    return Keys.find(path).filter(Key::takesPairs).isPresent();
  }

  private static String pairs(Map<?, ?> map) {
    return map.entrySet().stream()
        .map(one -> one.getKey() + "=" + one.getValue())
        .collect(Collectors.joining(","));
  }

  private void environment(Map<String, String> environment) {
    environment.forEach(
        (variable, value) -> {
          if (variable.startsWith(PREFIX) && !isForOthers(variable)) {
            variable(variable, value);
          }
        });
  }

  private static boolean isForOthers(String variable) {
    return OF_OTHERS.contains(variable);
  }

  private void variable(String variable, String value) {
    Optional<Key<?>> plain = byVariable(variable);
    if (plain.isPresent()) {
      say(plain.get().name(), value, variable);
      return;
    }
    Optional<Key<?>> inFile =
        variable.endsWith(FROM_FILE)
            ? byVariable(variable.substring(0, variable.length() - FROM_FILE.length()))
            : Optional.empty();
    if (inFile.isEmpty()) {
      problems.add(
          variable
              + ": no such setting"
              + Spelling.hint(variable, Keys.ALL.stream().map(Key::variable).toList()));
      return;
    }
    try {
      say(inFile.get().name(), Files.readString(Path.of(value)).strip(), variable);
    } catch (IOException | InvalidPathException unreadable) {
      problems.add(variable + ": cannot read " + value + ": " + unreadable.getMessage());
    }
  }

  private static Optional<Key<?>> byVariable(String variable) {
    return Keys.ALL.stream().filter(key -> key.variable().equals(variable)).findFirst();
  }

  private void say(String name, String text, String source) {
    if (Keys.find(name).isEmpty()) {
      problems.add(
          source
              + ": no such setting: "
              + name
              + Spelling.hint(name, Keys.ALL.stream().map(Key::name).toList()));
    } else {
      said.put(name, new Said(text, source));
    }
  }

  private Config result() {
    Map<String, Config.Value> values = new LinkedHashMap<>();
    for (Key<?> key : Keys.ALL) {
      Said text = said.get(key.name());
      if (text != null) {
        parse(key, text).ifPresent(value -> values.put(key.name(), value));
      }
    }
    boolean certificate = values.containsKey(Keys.TLS_CERTIFICATE.name());
    if (certificate != values.containsKey(Keys.TLS_KEY.name())) {
      problems.add("server.tls needs both: certificate and key");
    }
    requireAllOrNone(values);
    Config config = new Config(values);
    ConsoleKeys.problem(config).ifPresent(problems::add);
    if (problems.isEmpty()) {
      problems.addAll(ConfiguredStore.of(config).problems());
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return config;
  }

  private void requireAllOrNone(Map<String, Config.Value> values) {
    List<Key<?>> needed = List.of(Keys.OIDC_ISSUER, Keys.OIDC_AUDIENCE, Keys.OIDC_ROLES);
    long given = needed.stream().filter(key -> values.containsKey(key.name())).count();
    boolean keysOnly = given == 0 && values.containsKey(Keys.OIDC_JWKS_URI.name());
    if (keysOnly || (given != 0 && given != needed.size())) {
      problems.add("auth.oidc needs all of these: issuer, audience and roles");
    }
  }

  private Optional<Config.Value> parse(Key<?> key, Said text) {
    try {
      Object parsed = key.parser().apply(text.text());
      return Optional.of(new Config.Value(parsed, text.text(), text.source()));
    } catch (IllegalArgumentException wrong) {
      String shown = key.secret() ? "" : ", not \"" + Config.withoutLogin(text.text()) + "\"";
      problems.add(text.source() + ": " + key.name() + " " + wrong.getMessage() + shown);
      return Optional.empty();
    }
  }
}
