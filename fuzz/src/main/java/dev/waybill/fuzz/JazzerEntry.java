package dev.waybill.fuzz;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The entry point for Jazzer. The property `waybill.fuzz.target` names the target.
public final class JazzerEntry {

  /// These codes blame the store, not the caller: a parser must not return them.
  private static final Set<Code> NOT_THE_CALLER =
      EnumSet.of(Code.CORRUPT, Code.STORE_FAILED, Code.CLOSED, Code.INTERRUPTED, Code.DISK_FULL);

  private static @Nullable FuzzTarget target;

  private JazzerEntry() {}

  public static void fuzzerInitialize() {
    target = Targets.named(System.getProperty("waybill.fuzz.target", ""));
  }

  public static void fuzzerTestOneInput(byte[] input) {
    if (target == null) {
      throw new IllegalStateException("not initialized");
    }
    run(target, input);
  }

  static void run(FuzzTarget target, byte[] input) {
    try {
      target.accept(input);
    } catch (WaybillException refused) {
      if (NOT_THE_CALLER.contains(refused.code())) {
        throw refused;
      }
    }
  }
}
