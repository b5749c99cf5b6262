package dev.waybill.server.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Loads a YAML file of limited size and depth. The library reads nested values by recursion, so a
/// deep file would end in a stack overflow.
final class YamlFile {

  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_DEPTH = 20;

  private YamlFile() {}

  /// Null for an empty file.
  static @Nullable Object load(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new ConfigException(file + ": larger than " + MAX_BYTES + " bytes");
      }
      return load(file, Files.readString(file));
    } catch (CharacterCodingException malformed) {
      throw new ConfigException(file + ": is not UTF-8");
    } catch (IOException unreadable) {
      throw new ConfigException(file + ": cannot be read: " + unreadable.getMessage());
    } catch (YamlEngineException malformed) {
      throw new ConfigException(
          file + ": is not YAML: " + String.valueOf(malformed.getMessage()).strip());
    }
  }

  private static @Nullable Object load(Path file, String text) {
    LoadSettings settings =
        LoadSettings.builder().setLabel(file.toString()).setMaxAliasesForCollections(0).build();
    if (isTooDeep(settings, text)) {
      throw new ConfigException(file + ": has values nested deeper than " + MAX_DEPTH + " levels");
    }
    return new Load(settings).loadFromString(text);
  }

  private static boolean isTooDeep(LoadSettings settings, String text) {
    int depth = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      depth += change(event);
      if (depth > MAX_DEPTH) {
        return true;
      }
    }
    return false;
  }

  private static int change(Event event) {
    return switch (event.getEventId()) {
      case SequenceStart, MappingStart -> 1;
      case SequenceEnd, MappingEnd -> -1;
      case Alias, Comment, DocumentEnd, DocumentStart, Scalar, StreamEnd, StreamStart -> 0;
    };
  }
}
