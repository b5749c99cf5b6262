package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Recent;
import dev.waybill.events.jsonschema.CompiledSchema;
import org.jspecify.annotations.Nullable;

/// Compiles schemas when they are first used and keeps those that were used last, as many as fit.
/// A compiled schema takes many times the memory of its text.
public final class CompiledSchemas {

  private static final long LEAST_BYTES = 1024 * 1024;
  private static final int HEAP_PARTS = 512;

  /// What came of compiling a text: a schema, or the reason why there is none.
  private record Compiled(@Nullable CompiledSchema schema, @Nullable String problem) {}

  private final Recent<String, Compiled> byText;

  /// @param limit characters of text whose compiled form is kept
  CompiledSchemas(long limit) {
    this.byText = new Recent<>(limit / 2, String::length);
  }

  /// Keeps 1/512 of the heap, at least 1 MiB, of text.
  public static CompiledSchemas ofHeap() {
    return new CompiledSchemas(
        Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PARTS));
  }

  /// The compiled form; throws where the schema cannot be used.
  CompiledSchema of(String text) {
    Compiled compiled = compiled(text);
    if (compiled.schema() == null) {
      throw new WaybillException(Code.INVALID_ARGUMENT, String.valueOf(compiled.problem()));
    }
    return compiled.schema();
  }

  /// Why the schema cannot be used; null where it can.
  @Nullable String problem(String text) {
    return compiled(text).problem();
  }

  /// As [#problem], but null where nobody has tried yet.
  @Nullable String knownProblem(String text) {
    return byText.find(text).map(Compiled::problem).orElse(null);
  }

  private Compiled compiled(String text) {
    return byText.get(text, () -> compile(text));
  }

  /// Also where the schema nests deeper than the stack of this thread.
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
