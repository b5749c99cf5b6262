package dev.waybill.rig.sim;

import dev.waybill.Code;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.TaskToken;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.rig.sim.oracle.ActorCall;
import dev.waybill.rig.sim.oracle.AllowedRefusals;
import dev.waybill.rig.sim.oracle.BrokenPromise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Uses tokens that are outdated, modified or of another tenant. Each must be rejected, and the
/// oracle checks that nothing changes.
final class BadTokens {

  private static final int KEPT = 8;
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  private final World world;
  private final String name;
  private final String tenant;
  private final List<HeldLease> old = new ArrayList<>();

  BadTokens(World world, String name, String tenant) {
    this.world = world;
    this.name = name;
    this.tenant = tenant;
  }

  /// Keeps the token of an ended attempt.
  void keep(HeldLease lease) {
    old.add(lease);
    if (old.size() > KEPT) {
      old.removeFirst();
    }
  }

  void use(HeldLease genuine) {
    switch (world.random.nextInt(4)) {
      case 0 -> show(tenant, forged(genuine.token), Code.INVALID_TOKEN);
      case 1 -> showToStranger(genuine);
      default -> {
        if (!old.isEmpty()) {
          showOld(old.get(world.random.nextInt(old.size())));
        }
      }
    }
  }

  private void showOld(HeldLease lease) {
    show(tenant, lease.token, Code.LEASE_LOST, lease);
  }

  private void showToStranger(HeldLease genuine) {
    String other = world.anyTenant();
    if (!other.equals(tenant)) {
      show(other, genuine.token, Code.INVALID_TOKEN);
    }
  }

  private TaskToken forged(TaskToken token) {
    StringBuilder text = new StringBuilder(token.value());
    int at = world.random.nextInt(text.length());
    char other = LETTERS.charAt(world.random.nextInt(LETTERS.length()));
    text.setCharAt(at, text.charAt(at) == other ? '_' : other);
    return new TaskToken(text.toString());
  }

  private void show(String to, TaskToken token, Code expected, HeldLease... genuine) {
    Server server = world.anyServer();
    Object answer =
        switch (world.random.nextInt(3)) {
          case 0 -> settle(server, call(ActorCall.Kind.SETTLE, to, genuine), token);
          case 1 -> extend(server, call(ActorCall.Kind.EXTEND, to, genuine), token);
          default -> publish(server, call(ActorCall.Kind.PUBLISH, to, genuine), token);
        };
    world.log.add(name, "shows a bad token, expects", expected);
    boolean told =
        answer instanceof Refused refused
            && (refused.code() == expected || AllowedRefusals.isFault(refused));
    BrokenPromise.unless(told, "L2", "%s to a token that is %s", answer, expected);
  }

  /// An old token is genuine, so its calls may reach the store, where they must not match.
  private static ActorCall call(ActorCall.Kind kind, String tenant, HeldLease... genuine) {
    ActorCall call = new ActorCall(kind, tenant);
    for (HeldLease lease : genuine) {
      call.showing(lease.key);
    }
    return call;
  }

  /// Sends an outcome that was not sent before: a repeated one would get the first answer.
  private static SettleResult settle(Server server, ActorCall call, TaskToken token) {
    return server.call(call, w -> w.settle(token, Outcome.fail("said with a bad token")));
  }

  private static ExtendResult extend(Server server, ActorCall call, TaskToken token) {
    return server.call(call, w -> w.extend(List.of(token), Duration.ofSeconds(1))).getFirst();
  }

  private static PublishResult publish(Server server, ActorCall call, TaskToken token) {
    return server.call(call, w -> w.publish(token, List.of(NewEvent.of(99, "bad", "bad"))));
  }
}
