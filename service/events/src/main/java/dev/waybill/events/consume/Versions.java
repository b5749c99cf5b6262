package dev.waybill.events.consume;

import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.schema.SchemaVersion;
import dev.waybill.events.schema.Upcast;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Upcasts events to a version that the program reads.
final class Versions {

  private static final System.Logger LOG = System.getLogger(EventConsumer.class.getName());
  private static final Duration WARN_EVERY = Duration.ofMinutes(10);

  private final KnownSchemas schemas;
  private final Handling otherMajor;
  private final Recently<String> warned;

  Versions(KnownSchemas schemas, Handling otherMajor, InstantSource clock) {
    this.schemas = schemas;
    this.otherMajor = otherMajor;
    this.warned = new Recently<>(WARN_EVERY, clock);
  }

  /// The event in a version that the program reads, with the schema to check it against.
  ///
  /// @param read the versions that the program reads
  ReadableEvent readable(Envelope event, NavigableSet<SchemaVersion> read) throws Rejected {
    String sent = event.schemaVersion();
    if (sent == null) {
      return ReadableEvent.asSent(event, schemas.find(event.type(), read.last()));
    }
    SchemaVersion version = parsed(event.type(), sent);
    if (read.contains(version)) {
      return ReadableEvent.asSent(event, schemas.find(event.type(), version));
    }
    ReadableEvent upcast = upcast(event, version, read);
    return upcast != null ? upcast : asSent(event, version, read);
  }

  /// Upcasts to the highest possible version; null if no upcast leads to one.
  private @Nullable ReadableEvent upcast(
      Envelope event, SchemaVersion sent, NavigableSet<SchemaVersion> read) throws Rejected {
    for (SchemaVersion wanted : read.descendingSet()) {
      List<Upcast> chain = schemas.chain(event.type(), sent, wanted);
      KnownSchemas.Known schema = chain.isEmpty() ? null : schemas.find(event.type(), wanted);
      if (schema != null) {
        return ReadableEvent.upcast(applied(event, sent, wanted, chain), schema);
      }
    }
    return null;
  }

  private static JsonNode applied(
      Envelope event, SchemaVersion sent, SchemaVersion wanted, List<Upcast> chain)
      throws Rejected {
    String words = event.type() + " " + sent + " cannot be upcast to " + wanted + ": ";
    JsonNode content = event.content();
    if (content == null) {
      throw Rejected.unreadable(words + "it is not JSON");
    }
    try {
      for (Upcast step : chain) {
        content = step.apply(content);
      }
      return content;
    } catch (WaybillException impossible) {
      throw Rejected.unreadable(words + impossible.getMessage());
    }
  }

  /// Within a major version the event is passed on unchanged, and the schema of the version that
  /// the program reads decides.
  private ReadableEvent asSent(Envelope event, SchemaVersion sent, NavigableSet<SchemaVersion> read)
      throws Rejected {
    KnownSchemas.Known own = schemas.find(event.type(), sent);
    for (SchemaVersion near : read.descendingSet()) {
      if (near.major() == sent.major()) {
        KnownSchemas.Known schema = schemas.find(event.type(), near);
        return ReadableEvent.asSent(event, schema != null ? schema : own);
      }
    }
    return switch (warned(event.type(), sent, read)) {
      case HANDLE -> ReadableEvent.asSent(event, own);
      case REJECT ->
          throw Rejected.version(
              unsupported(event.type(), sent, read)
                  + ", and no upcast leads there; register one or start a consumer that reads it,"
                  + " then redrive");
    };
  }

  private Handling warned(String type, SchemaVersion sent, NavigableSet<SchemaVersion> read) {
    if (warned.note(type + " " + sent)) {
      String done =
          switch (otherMajor) {
            case HANDLE -> "it is handled as it is";
            case REJECT -> "it is rejected";
          };
      LOG.log(Level.WARNING, unsupported(type, sent, read) + "; " + done);
    }
    return otherMajor;
  }

  private static String unsupported(
      String type, SchemaVersion sent, NavigableSet<SchemaVersion> read) {
    return "unsupported schema version %s of %s: this consumer reads %s"
        .formatted(sent, Text.quote(type), read);
  }

  private static SchemaVersion parsed(String type, String version) throws Rejected {
    try {
      return SchemaVersion.of(version);
    } catch (WaybillException unreadable) {
      throw Rejected.version("of " + Text.quote(type) + ": " + unreadable.getMessage());
    }
  }
}
