package dev.waybill.rig.sim;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// Decides for each store call of a server whether it succeeds, fails before or after its effect,
/// is slow, or crashes the server.
final class Faults {

  private static final int SLOW_PER_MILLE = 60;
  private static final int SHORT_DELAY = 150;
  private static final Code[] BEFORE = {Code.UNAVAILABLE, Code.INTERRUPTED, Code.DISK_FULL};
  private static final Code[] AFTER = {Code.UNAVAILABLE, Code.INTERRUPTED};

  private final World world;
  private final Server server;
  private boolean begun;
  private boolean dead;

  Faults(World world, Server server) {
    this.world = world;
    this.server = server;
  }

  /// Enables faults.
  void begin() {
    begun = true;
  }

  void die() {
    dead = true;
  }

  <T> T call(Supplier<T> body) {
    requireAlive();
    if (!begun || !world.faulty) {
      return body.get();
    }
    SplittableRandom random = world.random;
    if (random.nextInt(1000) < world.plan.faultsPerMille()) {
      return withFault(body);
    }
    boolean slow = random.nextInt(1000) < SLOW_PER_MILLE;
    if (slow && random.nextBoolean()) {
      pass();
      return body.get();
    }
    T answer = body.get();
    if (slow) {
      pass();
    }
    return answer;
  }

  /// A call for many items that may fail halfway.
  <T> T call(Supplier<T> body, Runnable half) {
    boolean breaks =
        begun && world.faulty && world.random.nextInt(4000) < world.plan.faultsPerMille();
    if (!breaks) {
      return call(body);
    }
    requireAlive();
    half.run();
    world.log.add(server.name(), "fails halfway");
    throw failed(Code.UNAVAILABLE);
  }

  private <T> T withFault(Supplier<T> body) {
    switch (world.random.nextInt(10)) {
      case 0, 1, 2 -> throw fails("fails before a call", BEFORE);
      case 3, 4, 5, 6, 7 -> {
        var _ = body.get();
        throw fails("loses an answer", AFTER);
      }
      case 8 -> throw crashed();
      default -> {
        var _ = body.get();
        throw crashed();
      }
    }
  }

  private WaybillException fails(String how, Code... codes) {
    Code code = codes[world.random.nextInt(codes.length)];
    world.log.add(server.name(), how, code);
    return failed(code);
  }

  private static WaybillException failed(Code code) {
    return new WaybillException(code, "simulated");
  }

  private ServerCrash crashed() {
    world.crash(server);
    return new ServerCrash();
  }

  private void pass() {
    boolean brief = world.random.nextInt(8) > 0;
    int most = brief ? SHORT_DELAY : 2 * world.plan.longestHold();
    int millis = 1 + world.random.nextInt(most);
    world.log.add(server.name(), "waits for the store, ms:", millis);
    world.letPass(millis);
    world.log.add(server.name(), "goes on");
    requireAlive();
  }

  private void requireAlive() {
    if (dead) {
      throw new ServerCrash();
    }
  }
}
