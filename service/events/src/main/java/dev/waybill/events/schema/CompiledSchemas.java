package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.jsonschema.CompiledSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Compiles schemas when they are first used and keeps those that were used last, as many as fit.
/// A compiled schema takes many times the memory of its text.
public final class CompiledSchemas {

  private static final long LEAST_BYTES = 1024 * 1024;
  private static final int HEAP_PARTS = 512;

  /// What came of compiling a text: a schema, or the reason why there is none.
  private record Compiled(@Nullable CompiledSchema schema, @Nullable String problem) {}

  private final long limit;
  private final Map<String, Compiled> byText = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /// @param limit bytes of text whose compiled form is kept
  CompiledSchemas(long limit) {
    this.limit = limit;
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
  synchronized @Nullable String knownProblem(String text) {
    Compiled known = byText.get(text);
    return known == null ? null : known.problem();
  }

  private Compiled compiled(String text) {
    Compiled known = known(text);
    return known != null ? known : keep(text, compile(text));
  }

  private synchronized @Nullable Compiled known(String text) {
    return byText.get(text);
  }

  private synchronized Compiled keep(String text, Compiled compiled) {
    if (byText.put(text, compiled) == null) {
      bytes += text.length();
    }
    var oldest = byText.entrySet().iterator();
    while (bytes > limit && byText.size() > 1) {
      bytes -= oldest.next().getKey().length();
      oldest.remove();
    }
    return compiled;
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
