package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Recent;
import dev.waybill.events.jsonschema.CompiledSchema;
import org.jspecify.annotations.Nullable;

/// Compiles schemas when they are first used and caches the most recently used ones. A compiled
/// schema takes many times the memory of its text.
public final class CompiledSchemas {

  private static final long LEAST_BYTES = 1024 * 1024;
  private static final int HEAP_PARTS = 512;

  /// The result of compiling: a schema, or the reason why it is unusable.
  private record Compiled(@Nullable CompiledSchema schema, @Nullable String problem) {}

  private final Recent<String, Compiled> byText;

  /// @param limit the total text length of the cached schemas in characters
  CompiledSchemas(long limit) {
    this.byText = new Recent<>(limit / 2, String::length);
  }

  /// Caches 1/512 of the heap, at least 1 MiB, of text.
  public static CompiledSchemas ofHeap() {
    return new CompiledSchemas(
        Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PARTS));
  }

  /// The compiled schema; throws if the schema is unusable.
  CompiledSchema of(String text) {
    Compiled compiled = compiled(text);
    if (compiled.schema() == null) {
      throw new WaybillException(Code.INVALID_ARGUMENT, String.valueOf(compiled.problem()));
    }
    return compiled.schema();
  }

  /// Why the schema is unusable; null if it is usable.
  @Nullable String problem(String text) {
    return compiled(text).problem();
  }

  /// Like [#problem], but null if the schema was not compiled yet.
  @Nullable String knownProblem(String text) {
    return byText.find(text).map(Compiled::problem).orElse(null);
  }

  private Compiled compiled(String text) {
    return byText.get(text, () -> compile(text));
  }

  /// Also handles a schema that overflows the stack of this thread.
  private static Compiled compile(String text) {
    try {
      return new Compiled(CompiledSchema.of(text), null);
    } catch (WaybillException refused) {
      return new Compiled(null, String.valueOf(refused.getMessage()));
    } catch (RuntimeException | StackOverflowError failed) {
      return new Compiled(null, "the schema cannot be compiled: " + failed.getClass().getName());
    }
  }
}
